import { BID_STEP_YEN } from '@seri/contract/bids/rules.ts';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { groupThousands } from '../../ui/theme/number-text.ts';
import type { BidLot } from '../core/bid-lot.ts';
import { ClientSearch } from '../core/client-search.tsx';
import { GroupField, GroupTerms } from '../core/group-field.tsx';
import css from '../core/panel.module.css';
import { bidQueries } from '../core/queries.ts';
import type { BidDraft } from '../core/use-bid-draft.ts';

interface BidAmountProps {
  lot: BidLot;
  draft: BidDraft;
  lowestYen: number;
}

const MAX_COMMENT = 500;
/** Room for the four types while they load. */
const FOUR = [0, 1, 2, 3];
const focusField = (field: HTMLTextAreaElement | null) => field?.focus();

/** Client and amount. */
export function BidAmount({ lot, draft, lowestYen }: BidAmountProps) {
  const { amountProblem, amountId } = draft;
  const { myBid, myBidAmount } = lot.bidInfo;
  const errorId = `${amountId}-error`;
  const firstYen = myBid && myBidAmount !== null ? myBidAmount + BID_STEP_YEN : lowestYen;
  return (
    <>
      {draft.isStaff && (
        <ClientSearch client={draft.client} onChange={draft.setClient} isMissing={draft.clientMissing} />
      )}
      <fieldset
        className={css.bare}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && draft.leaveAmount()}
      >
        <div className={css.amountHead}>
          <label htmlFor={amountId}>{t(myBid ? 'bids.form.newAmount' : 'bids.form.amount')}</label>
          <span className="quiet small">{t('bids.form.step', { amount: groupThousands(BID_STEP_YEN) })}</span>
        </div>
        <MoneyInput
          id={amountId}
          value={draft.amountYen ?? 0}
          onChange={draft.setAmountYen}
          stepYen={BID_STEP_YEN}
          firstYen={firstYen}
          invalid={amountProblem !== null}
          describedBy={amountProblem ? errorId : undefined}
        />
        {amountProblem && (
          <p id={errorId} role="alert" className={css.fieldError}>
            {t(amountProblem.key, { amount: groupThousands(amountProblem.amountYen) })}
          </p>
        )}
      </fieldset>
    </>
  );
}

/** Group, export type and comment. A preset type is a button beside the group; choosing shows all types. */
export function BidChoices({ draft }: { draft: BidDraft }) {
  const [isChoosing, setChoosing] = useState(false);
  const { data: types = [], isLoading } = useQuery({ ...bidQueries.types(draft.isStaff), enabled: draft.typeShown });
  const preset = isChoosing ? undefined : types.find((type) => type.value === draft.exportType);
  const isPresetComing = isLoading && draft.exportType !== null;
  return (
    <>
      <div className={css.choices}>
        {draft.groupShown && <GroupField draft={draft} />}
        {draft.typeShown && (preset || isPresetComing) && (
          <button
            type="button"
            className={css.preset}
            disabled={!preset}
            aria-expanded={false}
            aria-label={`${t('bids.form.exportType')}: ${preset?.label ?? t('ui.loading')}`}
            onClick={() => setChoosing(true)}
          >
            {preset?.label ?? '–'}
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </button>
        )}
      </div>
      {draft.groupShown && draft.group !== null && (
        <GroupTerms value={draft.group} userId={draft.client?.userId ?? null} />
      )}
      {draft.typeShown && !preset && !isPresetComing && (
        <ExportType
          draft={draft}
          types={types}
          isLoading={isLoading}
          hasFocus={isChoosing}
          onChoose={() => setChoosing(true)}
        />
      )}
      <Comment value={draft.comment} onChange={draft.setComment} />
    </>
  );
}

interface ExportTypeProps {
  draft: BidDraft;
  types: readonly { value: number; label: string; description: string }[];
  isLoading: boolean;
  /** The button that opened the choice is gone: its focus moves to the chosen type. */
  hasFocus: boolean;
  onChoose: () => void;
}

/** All types in view, because a select would cost one more click in every first bid. */
function ExportType({ draft, types, isLoading, hasFocus, onChoose }: ExportTypeProps) {
  const nameId = useId();
  const chosenRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) chosenRef.current?.focus();
  }, [hasFocus]);
  const chosen = types.find((type) => type.value === draft.exportType);
  const press = (value: number) => {
    onChoose();
    if (value !== draft.exportType) draft.setExportType(value);
    else if (!draft.typeRequired) draft.setExportType(null);
  };
  return (
    <fieldset aria-labelledby={nameId} data-bad={draft.typeMissing || undefined} className={css.types}>
      <span id={nameId} className="quiet small">
        {t('bids.form.exportType')}
      </span>
      <div className={css.chips}>
        {isLoading && FOUR.map((place) => <SkeletonBlock key={place} height={34} />)}
        {types.map(({ value, label }) => (
          <button
            key={value}
            ref={value === draft.exportType ? chosenRef : undefined}
            type="button"
            aria-pressed={value === draft.exportType}
            onClick={() => press(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {draft.typeMissing && (
        <p role="alert" className={css.fieldError}>
          {t('PlaceBid.Required')}
        </p>
      )}
      {chosen?.description && <p className={css.description}>{chosen.description}</p>}
    </fieldset>
  );
}

/** Comment for the manager; the field opens on demand. */
export function Comment({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  if (!open && value === '') {
    return (
      <button type="button" className={css.more} onClick={() => setOpen(true)}>
        <IconPlus size={16} stroke={1.6} aria-hidden />
        {t('bids.form.addComment')}
      </button>
    );
  }
  return (
    <textarea
      ref={open ? focusField : undefined}
      className={css.comment}
      rows={2}
      maxLength={MAX_COMMENT}
      aria-label={t('bids.form.addComment')}
      placeholder={t('bids.form.comment')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setOpen(false)}
    />
  );
}
