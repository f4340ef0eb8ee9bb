import { areasOf, head, type Layout, stack } from './form-stack.ts';

const portrait: Layout = {
  id: 'portrait',
  title: '車両状態票',
  width: 760,
  height: 1040,
  ink: '#5a4632',
  tint: '#f3ece2',
  labelWidth: 0,
  labels: { carName: '車種', firstRegistration: '初年度登録', damageDiagram: '展開図', color: '色' },
  areas: areasOf(
    head(760),
    stack(20, 64, 520, [
      [64, ['lotNumber', 170], ['firstRegistration', 170], ['mileage', 180]],
      [64, ['carName', 300], ['grade', 220]],
    ]),
    stack(540, 64, 200, [[128, ['overallGrade', 110], ['interiorGrade', 90]]]),
    stack(20, 192, 720, [
      [60, ['modelCode', 180], ['chassisNumber', 300], ['color', 240]],
      [60, ['displacement', 180], ['shift', 140], ['drive', 140], ['shaken', 260]],
      [120, ['equipment', 1]],
      [348, ['damageDiagram', 1]],
      [80, ['salesPoints', 1]],
      [160, ['inspectorNotes', 1]],
    ]),
  ),
};

const tall: Layout = {
  id: 'tall',
  title: '出品票',
  width: 740,
  height: 1080,
  ink: '#47306b',
  tint: '#ece7f4',
  labelWidth: 84,
  labels: { lotNumber: '受付番号', damageDiagram: '外装状態図', grade: '仕様' },
  areas: areasOf(
    head(740),
    stack(20, 64, 700, [
      [330, ['damageDiagram', 480], ['equipment', 220]],
      [48, ['lotNumber', 1], ['firstRegistration', 1]],
      [48, ['carName', 1], ['grade', 1]],
      [48, ['modelCode', 1], ['chassisNumber', 1]],
      [48, ['mileage', 1], ['displacement', 1]],
      [48, ['shift', 1], ['drive', 1]],
      [48, ['color', 1], ['shaken', 1]],
      [134, ['overallGrade', 150], ['interiorGrade', 130], ['salesPoints', 420]],
      [244, ['inspectorNotes', 1]],
    ]),
  ),
};

const ruled: Layout = {
  id: 'ruled',
  title: '車両評価シート',
  width: 820,
  height: 1040,
  ink: '#2d5048',
  tint: '#e4efec',
  labelWidth: 88,
  labels: { firstRegistration: '初度登録', inspectorNotes: '検査員コメント', mileage: '走行', house: '会場' },
  areas: areasOf(
    head(820),
    stack(20, 64, 560, [
      [48, ['lotNumber', 1], ['firstRegistration', 1]],
      [48, ['carName', 1]],
      [48, ['grade', 1]],
      [48, ['modelCode', 1], ['chassisNumber', 1]],
      [48, ['mileage', 1], ['shaken', 1]],
      [48, ['displacement', 1], ['color', 1]],
      [48, ['shift', 1], ['drive', 1]],
    ]),
    stack(580, 64, 220, [
      [168, ['overallGrade', 1]],
      [168, ['interiorGrade', 1]],
    ]),
    stack(20, 400, 780, [
      [120, ['equipment', 420], ['salesPoints', 360]],
      [140, ['inspectorNotes', 1]],
      [360, ['damageDiagram', 1]],
    ]),
  ),
};

export const PORTRAIT_FORMS: readonly Layout[] = [portrait, tall, ruled];
