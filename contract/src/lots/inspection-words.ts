import type { GlossaryOverrides } from './glossary-overrides.ts';
import { findWord, type WordLanguage, wordTable } from './word-table.ts';

export const PARTS = wordTable([
  ['start', 'Start', 'Запуск', '始動'],
  ['noise', 'Noise', 'Шум', '異音'],
  ['smoke', 'Smoke', 'Дым', '白煙'],
  ['oil leak', 'Oil leak', 'Течь масла', 'オイル漏れ'],
  ['clutch', 'Clutch', 'Сцепление', 'クラッチ'],
  ['battery', 'Battery', 'Аккумулятор', 'バッテリー'],
  ['lamps', 'Lamps', 'Свет', '灯火'],
  ['indicators', 'Indicators', 'Поворотники', 'ウインカー'],
  ['meter', 'Meter', 'Приборы', 'メーター'],
  ['starter', 'Starter', 'Стартер', 'セル'],
  ['tank', 'Tank', 'Бак', 'タンク'],
  ['seat', 'Seat', 'Сиденье', 'シート'],
  ['cowls', 'Cowls', 'Обтекатели', 'カウル'],
  ['silencer', 'Muffler', 'Глушитель', 'マフラー'],
  ['mirrors', 'Mirrors', 'Зеркала', 'ミラー'],
  ['fork', 'Fork', 'Вилка', 'フォーク'],
  ['steering head', 'Steering head', 'Рулевая колонка', 'ステム'],
  ['front brake', 'Front brake', 'Передний тормоз', 'Fブレーキ'],
  ['front tyre', 'Front tire', 'Передняя шина', 'Fタイヤ'],
  ['front wheel', 'Front wheel', 'Переднее колесо', 'Fホイール'],
  ['shock absorber', 'Shock absorber', 'Амортизатор', 'Rサス'],
  ['rear brake', 'Rear brake', 'Задний тормоз', 'Rブレーキ'],
  ['rear tyre', 'Rear tire', 'Задняя шина', 'Rタイヤ'],
  ['rear wheel', 'Rear wheel', 'Заднее колесо', 'Rホイール'],
  ['chain', 'Chain', 'Цепь', 'チェーン'],
  ['belt', 'Belt', 'Ремень', 'ベルト'],
  ['shaft', 'Shaft', 'Кардан', 'シャフト'],
  ['frame', 'Frame', 'Рама', 'フレーム'],
  ['swing arm', 'Swing arm', 'Маятник', 'スイングアーム'],
  ['stand', 'Stand', 'Подножка', 'スタンド'],
  ['handlebar stops', 'Handlebar stops', 'Упоры руля', 'ハンドルストッパー'],
]);

export const FINDINGS = wordTable([
  ['none', 'none', 'нет', '無'],
  ['good', 'good', 'хорошо', '良好'],
  ['works', 'works', 'работает', '作動'],
  ['small', 'small', 'слабый', '小'],
  ['slight seep', 'slight seep', 'лёгкое запотевание', 'にじみ'],
  ['present', 'present', 'есть', '有'],
  ['weak', 'weak', 'слабо', '弱い'],
  ['scratch', 'scratch', 'царапина', 'キズ'],
  ['scratches', 'scratches', 'царапины', '線キズ'],
  ['dent', 'dent', 'вмятина', '凹み'],
  ['rust', 'rust', 'ржавчина', 'サビ'],
  ['faded', 'faded', 'выцвело', '色あせ'],
  ['worn', 'worn', 'износ', '摩耗'],
  ['cracked', 'cracked', 'трещина', '割れ'],
  ['play', 'play', 'люфт', 'ガタ'],
  ['bent', 'bent', 'изгиб', '曲がり'],
  ['repainted', 'repainted', 'перекрашено', '塗装'],
  ['aftermarket', 'aftermarket', 'не оригинал', '社外'],
  ['missing', 'missing', 'отсутствует', '欠品'],
  ['needs charging', 'needs charging', 'нужна зарядка', '要充電'],
]);

export const REMARKS = wordTable([
  ['Runs and rides', 'Runs and rides', 'На ходу', '実走行可'],
  ['Engine starts at once', 'Engine starts at once', 'Двигатель заводится сразу', '始動良好'],
  ['Engine not tested', 'Engine not tested', 'Двигатель не проверялся', 'エンジン未確認'],
  ['Scratch on tank', 'Scratch on tank', 'Царапина на баке', 'タンクキズ'],
  ['Small dent in tank', 'Small dent in tank', 'Небольшая вмятина на баке', 'タンク凹み小'],
  ['Fallen on left side', 'Fallen on left side', 'Падение на левую сторону', '左転倒キズ'],
  ['Fallen on right side', 'Fallen on right side', 'Падение на правую сторону', '右転倒キズ'],
  ['Worn tyre', 'Worn tire', 'Изношенная шина', 'タイヤ摩耗'],
  ['Chain near its end', 'Chain near its end', 'Цепь на пределе', 'チェーン要交換'],
  ['Torn seat cover', 'Torn seat cover', 'Порван чехол сиденья', 'シート破れ'],
  ['Rust on fork tubes', 'Rust on fork tubes', 'Ржавчина на перьях вилки', 'フォーク点サビ'],
  ['Rust under the seat', 'Rust under the seat', 'Ржавчина под сиденьем', 'シート下サビ'],
  ['Aftermarket silencer', 'Aftermarket muffler', 'Неоригинальный глушитель', '社外マフラー'],
  ['Aftermarket handlebar', 'Aftermarket handlebar', 'Неоригинальный руль', '社外ハンドル'],
  ['Original parts included', 'Original parts included', 'Родные детали прилагаются', '純正部品有'],
  ['Spare key', 'Spare key', 'Запасной ключ', 'スペアキー有'],
  ['Service book', 'Service book', 'Сервисная книжка', '記録簿有'],
  ['One owner', 'One owner', 'Один владелец', 'ワンオーナー'],
  ['Non-smoker', 'Non-smoker', 'Не курили', '禁煙車'],
  ['Registered but not used', 'Registered but not used', 'Поставлена на учёт, без пробега', '届出済未使用車'],
  ['Cold-climate specification', 'Cold-climate specification', 'Комплектация для холодного климата', '寒冷地仕様'],
  ['Hybrid', 'Hybrid', 'Гибрид', 'ハイブリッド'],
  ['Diesel', 'Diesel', 'Дизель', 'ディーゼル'],
  ['Plug-in hybrid', 'Plug-in hybrid', 'Подключаемый гибрид', 'プラグインハイブリッド'],
  ['Electric car', 'Electric car', 'Электромобиль', '電気自動車'],
  ['Collision mitigation brake', 'Collision mitigation brake', 'Автоторможение', '衝突被害軽減ブレーキ'],
  ['Lane departure warning', 'Lane departure warning', 'Контроль полосы', '車線逸脱警報'],
  ['Meter exchanged', 'Meter exchanged', 'Приборы заменены', 'メーター交換'],
  ['Mileage not certain', 'Mileage not certain', 'Пробег не подтверждён', '走行不明'],
]);

/** Separates remarks within one line. */
export const PARTS_OF_REMARKS = ', ';

/** Translates a part and a finding of a motorcycle's inspection; unknown texts are returned as the auction house wrote them. */
export const partIn = (value: string, language: WordLanguage, own: GlossaryOverrides = {}): string =>
  findWord(PARTS, value, language, own.part) ?? value;
/** Translates a finding; unknown texts are returned unchanged. */
export const findingIn = (value: string, language: WordLanguage, own: GlossaryOverrides = {}): string =>
  findWord(FINDINGS, value, language, own.finding) ?? value;

/** Translates a remark, selling point or note on the mileage; unknown texts are returned as the auction house wrote them. */
export const remarkIn = (value: string, language: WordLanguage, own: GlossaryOverrides = {}): string =>
  findWord(REMARKS, value, language, own.remark) ?? value;

/** Translates a line of remarks, which is known as a whole or separated by commas. */
export const remarksIn = (line: string, language: WordLanguage, own: GlossaryOverrides = {}): string =>
  findWord(REMARKS, line, language, own.remark) ??
  line
    .split(PARTS_OF_REMARKS)
    .map((remark) => remarkIn(remark, language, own))
    .join(', ');
