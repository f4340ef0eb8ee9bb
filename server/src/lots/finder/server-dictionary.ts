import { buildDictionary, type Dictionary, type DictionaryNames } from '@seri/contract/lots/finder/dictionary.ts';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { compileForIndex } from '../list-index/compile-queries.ts';
import type { ListIndex } from '../list-index/list-index.ts';
import { findAliases, houseNames, modelNames, namesOf, valuesOf } from './dictionary-queries.ts';

/** Yen for one unit of each currency, by ISO code. */
export type YenPer = Readonly<Record<string, number>>;

export interface ServerDictionary {
  dictionary: Dictionary;
  /** Grades as lots have them. */
  conditions: string[];
  yenPer: YenPer;
}

/** New names of feeds and managers are understood after this time at the latest. */
const KEPT_MS = 5 * 60_000;

/**
 * The dictionary of this process: names of all public lots, of feeds and managers. Built at the first use; later ones get
 * the last one at once while an older one is built again.
 */
export function serverDictionary(
  db: Db,
  index: ListIndex,
  readYenPer: () => Promise<YenPer>,
): () => Promise<ServerDictionary> {
  let kept: { at: number; answer: Promise<ServerDictionary> } | null = null;
  let isBuilding = false;
  const ask = <Row>(query: RawBuilder<Row>): Promise<Row[]> => index.ask<Row>(compileForIndex(query));

  const build = async (): Promise<ServerDictionary> => {
    await index.current();
    const models = await ask(modelNames());
    const [codes, engines, trims] = [
      await ask(namesOf('chassis_code')),
      await ask(namesOf('displacement_cc')),
      await ask(namesOf('trim_words')),
    ];
    const colors = (await ask(valuesOf('color'))).map(({ value }) => value);
    const gearboxes = (await ask(valuesOf('gearbox'))).map(({ value }) => value);
    const conditions = (await ask(valuesOf('condition'))).map(({ value }) => value);
    const houses = (await ask(houseNames())).map(({ name }) => name);
    const [aliases, yenPer] = await Promise.all([findAliases(db, colors), readYenPer()]);
    const names: DictionaryNames = {
      makers: [...new Set(models.map(({ maker }) => maker))],
      models,
      houses,
      colors,
      gearboxes,
      chassisCodes: codes.map(({ maker, model, value }) => ({ maker, model, code: value })),
      engines: engines.map(({ maker, model, value }) => ({ maker, model, engineCc: Number(value) })),
      trims: trims.map(({ maker, model, value }) => ({ maker, model, trim: value })),
      aliases,
    };
    return { dictionary: buildDictionary(names), conditions, yenPer: { ...yenPer, JPY: 1 } };
  };
  const rebuild = (): Promise<ServerDictionary> => {
    isBuilding = true;
    return build().finally(() => {
      isBuilding = false;
    });
  };

  return () => {
    if (!kept) {
      const answer = rebuild();
      kept = { at: Date.now(), answer };
      // The next reader tries again.
      answer.catch(() => {
        kept = null;
      });
      return answer;
    }
    if (Date.now() - kept.at > KEPT_MS && !isBuilding)
      rebuild().then(
        (found) => {
          kept = { at: Date.now(), answer: Promise.resolve(found) };
        },
        () => {},
      );
    return kept.answer;
  };
}
