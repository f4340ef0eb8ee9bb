/** Managers who see clients, their purchases and their payments. */
export const SEES_CLIENTS = { all: ['bidManagementEnabled'], userType: 3 } as const;
/**
 * Managers who change clients. The right to set bid amounts includes the right to set a client's permissions, limits
 * and notifications.
 */
export const DECIDES = { all: ['bidManagementEnabled', 'bidManageBidPrice'], userType: 3 } as const;
