/** Who sees clients, what they bought and what they paid. */
export const SEES_CLIENTS = { all: ['bidManagementEnabled'], userType: 3 } as const;
/** Who decides about them: whoever may set what their bids offer may set what they may bid, owe and are told. */
export const DECIDES = { all: ['bidManagementEnabled', 'bidManageBidPrice'], userType: 3 } as const;
