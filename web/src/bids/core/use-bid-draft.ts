import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { amountError } from '@seri/contract/bids/rules.ts';
import { useId, useState } from 'react';
import { useSession } from '../../shell/session/session.ts';
import { createTabStore } from '../../ui/theme/tab-store.ts';
import type { BidLot } from './bid-lot.ts';
import type { ChosenClient } from './client-search.tsx';
import type { BidAttempt } from './use-bid-flow.ts';

/** Keep amounts per user beyond the page's life, so that an expired session does not lose a typed bid. */
const draftAmounts = createTabStore<Readonly<Record<string, number>>>({});

/** Client a manager has come to bid for, by the manager: the bid panels of this tab begin with them. */
const rememberedClients = createTabStore<Readonly<Record<number, ChosenClient | null>>>({});

/** Sets the client with whom the manager's bid panels begin; null for none. */
export const rememberClient = (managerId: number, client: ChosenClient | null): void =>
  rememberedClients.set({ ...rememberedClients.get(), [managerId]: client });

/** A bid being entered on one lot, with its missing fields. */
export function useBidDraft(lot: BidLot) {
  const { permissions, detail } = useSession();
  const info = lot.bidInfo;
  const draftKey = `${detail.userId}:${lot.id}`;
  const [amountYen, storeAmountYen] = useState<number | null>(() => draftAmounts.get()[draftKey] ?? null);
  const isStaff = detail.userType === USER_TYPE.manager;
  const [client, setClient] = useState<ChosenClient | null>(() =>
    isStaff ? (rememberedClients.get()[detail.userId] ?? null) : null,
  );
  // A raised bid stays in its group until another one is chosen.
  const [chosenGroup, setGroup] = useState<number | null | undefined>(undefined);
  const group = chosenGroup === undefined ? info.myBidGroup : chosenGroup;
  // Nobody chooses twice what they chose for their last bid; the review shows it before the bid is placed.
  const [chosenType, setExportType] = useState<number | null | undefined>(undefined);
  const exportType = chosenType === undefined && !isStaff ? (info.lastExportType ?? null) : (chosenType ?? null);
  const [comment, setComment] = useState('');
  const [importAccepted, setImportAccepted] = useState(false);
  const [isLeft, setIsLeft] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const amountId = useId();

  const typeShown = permissions.exportTypeShow && info.exportTypeShow;
  const typeRequired = typeShown && !permissions.exportTypeOptional && !info.exportTypeOptional;
  const wrongAmount = amountError(amountYen, info.startPrice);
  // Leaving an empty field is not an error yet; pressing the button is.
  const amountProblem = isPressed || (isLeft && amountYen !== null) ? wrongAmount : null;
  const typeMissing = isPressed && typeRequired && exportType === null;

  const setAmountYen = (yen: number | null) => {
    storeAmountYen(yen === 0 ? null : yen);
    const { [draftKey]: _, ...others } = draftAmounts.get();
    draftAmounts.set(yen ? { ...others, [draftKey]: yen } : others);
  };
  const focusAmount = () => document.getElementById(amountId)?.focus();

  const complete = (): BidAttempt | null => {
    setIsPressed(true);
    if (wrongAmount || amountYen === null) focusAmount();
    if (wrongAmount || amountYen === null || (typeRequired && exportType === null)) return null;
    if (isStaff && client === null) return null;
    return { client, amountYen, group, exportType: typeShown ? exportType : null, comment, importAccepted };
  };

  return {
    amountId,
    amountYen,
    setAmountYen,
    amountProblem,
    leaveAmount: () => setIsLeft(true),
    focusAmount,
    isStaff,
    client,
    setClient: (chosen: ChosenClient | null) => {
      setClient(chosen);
      // Another client, or none: the next lot does not begin with the earlier one.
      rememberClient(detail.userId, null);
      setGroup(undefined);
    },
    clientMissing: isPressed && isStaff && client === null,
    groupShown: info.bidGroupShow && (!isStaff || client !== null),
    group,
    setGroup,
    typeShown,
    typeRequired,
    typeMissing,
    exportType,
    setExportType: (chosen: number | null) => setExportType(chosen),
    comment,
    setComment,
    importAccepted,
    setImportAccepted,
    complete,
    resetChoices: () => {
      setGroup(undefined);
      setExportType(undefined);
      setComment('');
      setImportAccepted(false);
      setIsPressed(false);
    },
    resetAmount: () => {
      setAmountYen(null);
      setIsLeft(false);
    },
  };
}
export type BidDraft = ReturnType<typeof useBidDraft>;
