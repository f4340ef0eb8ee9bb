import type { FastifyInstance } from 'fastify';
import { findAllowedYen } from '../../bids/place/allowed-amount.ts';
import type { Database } from '../../platform/db/db.ts';
import { userRoutes } from '../../users/routes.ts';

/** The calls about oneself, with the real question to bidding. */
export const userCalls = (app: FastifyInstance, database: Database) => userRoutes(app, database, { findAllowedYen });
