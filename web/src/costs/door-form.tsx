import type { ClientDoor, DoorReply, OfferedDestination } from '@seri/contract/costs/door-routes.ts';
import { useId, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { inReaderLanguage } from './cost-texts.ts';
import css from './door.module.css';
import { type DoorAnswer, useSetDoor } from './door-queries.ts';

interface DoorFieldsProps {
  reply: Pick<DoorReply, 'door' | 'destinations' | 'currencies'>;
}

/** Destination, kind of buyer and currency; a choice is saved at once. */
export function DoorFields({ reply: { door, destinations, currencies } }: DoorFieldsProps) {
  const save = useSetDoor();
  const destination = destinations.find(({ code }) => code === door.destination);
  const change = (answer: Partial<DoorAnswer>) => {
    const code = answer.destination ?? door.destination;
    if (code !== null) save.mutate(answerFor(destinations, { ...door, ...answer, destination: code }));
  };
  return (
    <div className={css.fields} data-busy={save.isPending || undefined}>
      <DestinationField
        destinations={destinations}
        door={door}
        onChoose={(code, currency) => change({ destination: code, currency })}
      />
      <BuyerField buyers={destination?.buyers ?? []} buyer={door.buyer} onChoose={(buyer) => change({ buyer })} />
      <CurrencyField currencies={currencies} currency={door.currency} onChoose={(currency) => change({ currency })} />
    </div>
  );
}

/** A kind of buyer that the destination has rules for. */
function answerFor(destinations: readonly OfferedDestination[], answer: DoorAnswer): DoorAnswer {
  const buyers = destinations.find(({ code }) => code === answer.destination)?.buyers ?? [];
  const buyer = buyers.includes(answer.buyer) ? answer.buyer : (buyers[0] ?? answer.buyer);
  return { destination: answer.destination, buyer, currency: answer.currency };
}

/** The question of the first visit; the port of the reader's country is proposed, and nothing counts before they confirm. */
export function DoorQuestion({ reply }: DoorFieldsProps) {
  const { door, destinations } = reply;
  const save = useSetDoor();
  const [chosen, setChosen] = useState<{ code: string; currency: string } | null>(null);
  const code = chosen?.code ?? door.destination;
  return (
    <section className={css.question} aria-label={t('costs.choose')}>
      <h3>{t(door.isGone ? 'costs.gone' : 'costs.choose')}</h3>
      <p className="quiet small">{t('costs.chooseNote')}</p>
      <div className={css.fields}>
        <DestinationField
          destinations={destinations}
          door={{ ...door, destination: code }}
          onChoose={(destination, currency) => setChosen({ code: destination, currency })}
        />
        <ActionButton
          loading={save.isPending}
          disabled={code === null}
          onClick={() =>
            code !== null &&
            save.mutate(
              answerFor(destinations, {
                destination: code,
                buyer: door.buyer,
                currency: chosen?.currency ?? door.currency,
              }),
            )
          }
        >
          {t('costs.confirmDoor')}
        </ActionButton>
      </div>
    </section>
  );
}

interface DestinationFieldProps {
  destinations: readonly OfferedDestination[];
  door: Pick<ClientDoor, 'destination'>;
  onChoose: (code: string, currency: string) => void;
}

function DestinationField({ destinations, door, onChoose }: DestinationFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t('costs.destination')}</label>
      <select
        id={id}
        value={door.destination ?? ''}
        onChange={(event) => {
          const chosen = destinations.find(({ code }) => code === event.currentTarget.value);
          if (chosen) onChoose(chosen.code, chosen.currency);
        }}
      >
        {door.destination === null && (
          <option value="" disabled>
            {t('costs.choosePlace')}
          </option>
        )}
        <Destinations label={t('costs.toPort')} places={destinations.filter(({ via }) => via === null)} />
        <Destinations label={t('costs.toDoor')} places={destinations.filter(({ via }) => via !== null)} />
      </select>
    </div>
  );
}

const Destinations = ({ label, places }: { label: string; places: readonly OfferedDestination[] }) =>
  places.length > 0 && (
    <optgroup label={label}>
      {places.map(({ code, label: name, country }) => (
        <option key={code} value={code}>
          {`${inReaderLanguage(name)} · ${inReaderLanguage(country)}`}
        </option>
      ))}
    </optgroup>
  );

interface BuyerFieldProps {
  buyers: readonly ClientDoor['buyer'][];
  buyer: ClientDoor['buyer'];
  onChoose: (buyer: ClientDoor['buyer']) => void;
}

function BuyerField({ buyers, buyer, onChoose }: BuyerFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t('costs.buyer')}</label>
      <select
        id={id}
        value={buyer}
        disabled={buyers.length < 2}
        onChange={(event) => onChoose(event.currentTarget.value as ClientDoor['buyer'])}
      >
        {buyers.map((kind) => (
          <option key={kind} value={kind}>
            {t(`costs.buyer.${kind}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CurrencyFieldProps {
  currencies: readonly string[];
  currency: string;
  onChoose: (currency: string) => void;
}

function CurrencyField({ currencies, currency, onChoose }: CurrencyFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t('costs.currency')}</label>
      <select id={id} value={currency} onChange={(event) => onChoose(event.currentTarget.value)}>
        {currencies.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </div>
  );
}
