/** Days and destinations in a line. */

const WORD_END = '(?![\\p{Script=Latin}\\p{Script=Cyrillic}])';
const DAY_WORDS: readonly [number, RegExp][] = [
  [2, new RegExp(`(?:day after tomorrow|послезавтра|明後日|あさって)${WORD_END}`, 'uy')],
  [1, new RegExp(`(?:tomorrow|завтра(?:шн[а-я]*)?|на завтра|明日|あした|翌日)${WORD_END}`, 'uy')],
  [0, new RegExp(`(?:today|сегодня(?:шн[а-я]*)?|на сегодня|今日|本日)${WORD_END}`, 'uy')],
];
const WEEKDAYS: readonly RegExp[] = [
  `(?:(?:on )?sunday|(?:в )?воскресень[а-я]*|日曜日?)`,
  `(?:(?:on )?monday|(?:в )?понедельник[а-я]*|月曜日?)`,
  `(?:(?:on )?tuesday|(?:во )?вторник[а-я]*|火曜日?)`,
  `(?:(?:on )?wednesday|(?:в )?сред[уы]|水曜日?)`,
  `(?:(?:on )?thursday|(?:в )?четверг[а-я]*|木曜日?)`,
  `(?:(?:on )?friday|(?:в )?пятниц[а-я]*|金曜日?)`,
  `(?:(?:on )?saturday|(?:в )?суббот[а-я]*|土曜日?)`,
].map((source) => new RegExp(`${source}${WORD_END}`, 'uy'));

const MS_PER_DAY = 86_400_000;
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10);

/** `today`, `завтра`, `金曜日`: the next such day in Japan, today included. */
export function readDay(text: string, place: number, today: string): { day: string; end: number } | null {
  for (const [days, pattern] of DAY_WORDS) {
    pattern.lastIndex = place;
    if (pattern.test(text)) return { day: plusDays(today, days), end: pattern.lastIndex };
  }
  const iso = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text.slice(place, place + 11))?.[0];
  if (iso && !Number.isNaN(Date.parse(`${iso}T00:00:00Z`)) && plusDays(iso, 0) === iso)
    return { day: iso, end: place + iso.length };
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  for (const [number, pattern] of WEEKDAYS.entries()) {
    pattern.lastIndex = place;
    if (pattern.test(text)) return { day: plusDays(today, (number - weekday + 7) % 7), end: pattern.lastIndex };
  }
  return null;
}

/** Ports and countries of destination as buyers name them; the value is the port's name. */
const DESTINATIONS: readonly [string, string][] = [
  ['Vladivostok', 'vladivostok|владивосток[а-я]*|влад[а-я]*|russia|росси[а-я]*|рф|ウラジオストク|ロシア'],
  ['Mombasa', 'mombasa|момбас[а-я]*|nairobi|найроби|kenya|кени[а-я]*|モンバサ|ケニア|ナイロビ'],
  ['Auckland', 'auckland|окленд[а-я]*|new zealand|nz|нов[а-я]* зеланди[а-я]*|オークランド|ニュージーランド'],
  ['Southampton', 'southampton|саутгемптон[а-я]*|united kingdom|england|британи[а-я]*|イギリス'],
  ['Los Angeles', 'los angeles|лос анджелес[а-я]*|united states|usa|сша|アメリカ'],
  ['Dubai', 'dubai|дубай[а-я]*|дубая|jebel ali|uae|оаэ|ドバイ'],
];
const PLACES = DESTINATIONS.map(
  ([port, names]) =>
    [
      port,
      new RegExp(
        `(?:(?:(?:delivered|landed) )?(?:to|into|for|in|at|до|в|во|на)|landed)\\s+(?:порт[а-я]*\\s+)?(?:${names})${WORD_END}\\s*|(?:${names})(?:まで|着)\\s*`,
        'uy',
      ),
    ] as const,
);

/** `to Vladivostok`, `landed Mombasa`, `до Владивостока`: the port and where an amount may follow. */
export function readDestination(text: string, place: number): { port: string; end: number } | null {
  for (const [port, pattern] of PLACES) {
    pattern.lastIndex = place;
    if (pattern.test(text)) return { port, end: pattern.lastIndex };
  }
  return null;
}

const AT_DOOR = new RegExp(
  `\\s*(?:под ключ|с растаможкой|с доставкой|с таможней|all in|landed|turn ?key|(?:at|to) (?:the |my )?door|delivered|on the road|總額|総額|コミコミ|込み込み|込み|乗り出し)${WORD_END}`,
  'uy',
);

/** Words after an amount that make it the total at the client's door. */
export function readDoorWords(text: string, place: number): { port: string | null; end: number } | null {
  const destination = text.charAt(place) === ' ' ? readDestination(text, place + 1) : null;
  if (destination) return destination;
  AT_DOOR.lastIndex = place;
  if (!AT_DOOR.test(text)) return null;
  const { lastIndex } = AT_DOOR;
  const after = readDestination(text, text.charAt(lastIndex) === ' ' ? lastIndex + 1 : lastIndex);
  return { port: after?.port ?? null, end: after?.end ?? lastIndex };
}
