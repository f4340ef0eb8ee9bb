import type { FastifyInstance } from 'fastify';
import { findAllowedYen } from '../../bids/place/allowed-amount.ts';
import type { Database } from '../../platform/db/db.ts';
import { userRoutes } from '../../users/routes.ts';

/** The calls about the own account, with bidding's real query for the allowed amount. */
export const userCalls = (app: FastifyInstance, database: Database) => userRoutes(app, database, { findAllowedYen });
