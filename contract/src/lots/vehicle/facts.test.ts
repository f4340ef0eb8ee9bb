import { expect, test } from 'vitest';
import { FACT_NAMES, factValues, kilowattsOf, psOf, resolveFacts, vehicleFacts, volumeM3Of } from '../facts.ts';
import { readBody, readDrive, readEnergy, readHybrid, readSteering } from './fact-words.ts';
import { energyOfClass, readTypeCode } from './type-code.ts';

const energyOf = (text: string) => {
  const { fuel, hybrid } = readTypeCode(text)?.energy ?? {};
  return [fuel ?? null, hybrid ?? null];
};

// @covers FACT-01
test.each([
  ['3BA-AGH40W', 'petrol', 'none'],
  ['6AA-ZVW60', 'petrol', 'unspecified'],
  ['DBA-ZRR70W', 'petrol', 'none'],
  ['DAA-HE12', 'petrol', 'unspecified'],
  ['CBA-GRB', 'petrol', 'none'],
  ['5BA-LA650S', 'petrol', 'none'],
  ['4AA-MK94S', 'petrol', 'unspecified'],
  ['ZAA-ZE1', 'electric', 'none'],
  ['ZBA-JPD10', 'hydrogen', 'none'],
  ['LDA-KE2FW', 'diesel', 'none'],
  ['3DA-GDJ150W', 'diesel', 'none'],
  ['QDF-GDH201V', 'diesel', 'none'],
  ['DLA-ZVW52', 'petrol', 'plugIn'],
  ['5LA-GN0W', 'petrol', 'plugIn'],
  ['2PG-CYJ77C', 'diesel', 'none'],
  ['SJG-HU8JMFP', 'diesel', 'unspecified'],
  ['EBD-DA16T', 'petrol', 'none'],
  ['2BL-RC95', 'petrol', 'none'],
  ['E-BNR32', 'petrol', 'none'],
  ['S-HDJ81V', 'diesel', 'none'],
  ['GF-AE111', 'petrol', null],
  ['LA-ES9', 'petrol', null],
  ['KD-LJ95', 'diesel', null],
  ['DBA-204048', 'petrol', 'none'],
  ['ABA-8PCAX', 'petrol', 'none'],
  ['E-124036', 'petrol', 'none'],
  ['ZVW50', null, null],
  ['HK-NHW10', null, null],
])('reads the energy of %s', (code, fuel, hybrid) => {
  expect(energyOf(code)).toEqual([fuel, hybrid]);
});

test('reads a type code however it is written', () => {
  for (const text of [
    '3BA-AGH40W',
    '３ＢＡ－ＡＧＨ４０Ｗ',
    '3ba agh40w',
    '3BAAGH40W',
    ' 3BA ‐ AGH40W ',
    '3BA-AGH40W改',
    '3BA-AGH40W-0012345',
  ])
    expect([text, readTypeCode(text)?.full]).toEqual([text, '3BA-AGH40W']);
  expect(readTypeCode('AGH40W')).toEqual({ emissionClass: '', code: 'AGH40W', full: 'AGH40W', energy: {} });
  expect(readTypeCode('DBA-')).toMatchObject({ emissionClass: 'DBA', code: '', energy: { fuel: 'petrol' } });
});

test('takes no serial number, word or mask for a code', () => {
  for (const text of ['', '-', '不明', 'GRB-012345', 'PRIUS HYBRID 2018', '***', '12345', 'X'.repeat(30), '😀'])
    expect([text, readTypeCode(text)]).toEqual([text, null]);
  expect(energyOfClass('')).toEqual({});
  expect(energyOfClass('1II')).toEqual({});
});

// @covers FACT-01
test('the strongest origin of each fact wins, and its name is kept', () => {
  const facts = resolveFacts({
    typeCode: { fuel: 'petrol', hybrid: 'unspecified' },
    table: { fuel: 'lpg', powerPs: 100, seats: 5 },
    sheet: { interiorGrade: 'C' },
    feed: { powerPs: 98, interiorGrade: 'B' },
    manager: { powerPs: 97 },
    tables: { fuel: 'taxis', powerPs: 'taxis', seats: 'taxis' },
  });
  expect(facts).toEqual({
    fuel: { value: 'lpg', origin: 'table', table: 'taxis' },
    hybrid: { value: 'unspecified', origin: 'typeCode' },
    powerPs: { value: 97, origin: 'manager' },
    seats: { value: 5, origin: 'table', table: 'taxis' },
    interiorGrade: { value: 'B', origin: 'feed' },
  });
  expect(vehicleFacts.parse(facts)).toEqual(facts);
  expect(resolveFacts({})).toEqual({});
});

test('the record has every fact, and refuses values out of bounds', () => {
  expect(Object.keys(vehicleFacts.shape)).toEqual(FACT_NAMES);
  for (const wrong of [{ powerPs: 0 }, { seats: 1.5 }, { fuel: 'steam' }, { interiorGrade: '😀' }, { other: 1 }])
    expect([wrong, factValues.safeParse(wrong).success]).toEqual([wrong, false]);
});

test('converts powers and volumes', () => {
  expect([kilowattsOf(182), psOf(134), kilowattsOf(98)]).toEqual([133.9, 182, 72.1]);
  for (let power = 1; power <= 5_000; power += 1) expect(psOf(kilowattsOf(power))).toBe(power);
  expect(volumeM3Of({ lengthMm: 4_995, widthMm: 1_850, heightMm: 1_935 })).toBe(17.88);
  expect(volumeM3Of({ lengthMm: 4_995, widthMm: 1_850 })).toBe(null);
});

test('reads words of three languages, and no others', () => {
  expect(readEnergy('ガソリン')).toEqual({ fuel: 'petrol' });
  expect(readEnergy('Гибрид')).toEqual({ hybrid: 'unspecified' });
  expect(readEnergy('ＰＨＥＶ')).toEqual({ hybrid: 'plugIn' });
  expect(readEnergy('EV')).toEqual({ fuel: 'electric', hybrid: 'none' });
  expect([readHybrid('e-POWER'), readSteering('左ハンドル'), readSteering('RHD')]).toEqual(['series', 'left', 'right']);
  expect([readBody('Минивэн'), readBody('ｸｰﾍﾟ'), readBody('SUV')]).toEqual(['minivan', 'coupe', 'suv']);
  expect([readDrive('ＦＦ'), readDrive('AWD'), readDrive('полный привод'), readDrive('FR')]).toEqual([
    ...['fwd', '4wd', '4wd', 'rwd'],
  ]);
  for (const read of [readEnergy, readHybrid, readSteering, readBody, readDrive])
    for (const word of ['', 'チェーン', 'steam', '__proto__', '😀']) expect(read(word)).toBe(null);
});
