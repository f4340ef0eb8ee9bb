import type { CompanySettings, DemoPerson } from '@seri/contract/company/routes.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { logIn } from '../queries.ts';
import { useFinishLogin } from '../use-finish-login.ts';
import css from './demo-people.module.css';
import { demoPeopleQuery } from './demo-queries.ts';
import { storyOf } from './story.ts';

interface DemoPeopleProps {
  demo: NonNullable<CompanySettings['demo']>;
  returnTo: string | undefined;
}

/** People of the demonstration: one press logs in as one of them and opens the page of their story. */
export function DemoPeople({ demo, returnTo }: DemoPeopleProps) {
  const people = useQuery(demoPeopleQuery()).data?.people ?? [];
  const login = useDemoLogin(demo.password, returnTo);
  return (
    <section className={css.section}>
      <h2>{t('auth.demo.title')}</h2>
      <ul className={css.list} onKeyDown={moveByArrows}>
        {people.map((person) => {
          const isChosen = login.variables?.email === person.email;
          return (
            <li key={person.email}>
              <button
                type="button"
                className={css.person}
                disabled={login.isPending}
                aria-busy={(login.isPending && isChosen) || undefined}
                onClick={() => login.mutate(person)}
              >
                <span className={css.initials} aria-hidden>
                  {initialsOf(person.name)}
                </span>
                <span className={css.text}>
                  <span>
                    <span className="strong">{person.name}</span>{' '}
                    <span className="quiet">{t(`auth.demo.role.${person.role}`, { city: person.city })}</span>
                  </span>
                  <span className="quiet small">{storyOf(person)}</span>
                </span>
                <span className={css.enter}>
                  <span>{enterText(person, login.isPending && isChosen)}</span>
                  <IconChevronRight size={18} stroke={1.8} aria-hidden />
                </span>
              </button>
              {login.error && isChosen && <FormAlert>{errorText(login.error)}</FormAlert>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function useDemoLogin(password: string, returnTo: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const finishLogin = useFinishLogin(returnTo);
  return useMutation({
    mutationFn: ({ email }: DemoPerson) => logIn(client, { email, password }),
    // A visitor may have set up a second factor for a demonstration account.
    onSuccess: (session, { opens }) =>
      session
        ? finishLogin(session, opens)
        : void navigate({ ...paths.secondFactor(returnTo ?? opens), replace: true }),
  });
}

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');

/** A company has no first name. */
function enterText({ name, role }: DemoPerson, isEntering: boolean): string {
  if (role === 'dealer' && !isEntering) return t('auth.demo.enterDealer');
  return t(isEntering ? 'auth.demo.entering' : 'auth.demo.enter', {
    name: role === 'dealer' ? name : (name.split(' ')[0] ?? name),
  });
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
