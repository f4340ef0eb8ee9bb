import { type BenchForm, row } from '../forms/form.ts';

const LANDSCAPE = { width: 1_600, height: 1_130 };
const PORTRAIT = { width: 1_130, height: 1_600 };
const DARK = { ink: '#222', units: {} };

/** The last third, for the final figure alone: no tuning run imports this folder (see .dependency-cruiser.cjs). */
export const FINAL_FORMS: readonly BenchForm[] = [
  {
    ...LANDSCAPE,
    ...DARK,
    id: 'final-a',
    isRuled: true,
    arrangement: 'label-in-cell',
    title: '検査票',
    ink: '#402020',
    units: { mileage: 'km' },
    rows: [
      row(84, 'firstRegistration:初度登録:2 carName:車名:3 shift:シフト:1.3 modelCode:型式:2 lotNumber:出品番号:1.6'),
      row(84, 'grade:グレード:3 displacement:排気量:1.5 mileage:走行:2 shaken:車検:2 interiorGrade:内装:1'),
      row(84, 'color:外装色:1.5 -:内装色:1.5 chassisNumber:車台番号:3 drive:駆動:1.2 overallGrade:評価点:1'),
      row(150, 'salesPoints:セールスポイント:1 equipment:装備:1'),
      row(420, 'inspectorNotes:検査員報告:2 damageDiagram:車両展開図:3'),
      row(120, '-:事務局より:1 -:後日書類:1'),
    ],
  },
  {
    ...PORTRAIT,
    ...DARK,
    id: 'final-b',
    isRuled: true,
    arrangement: 'label-cell-left',
    title: '出品申込書',
    units: { displacement: 'cc' },
    rows: [
      row(70, 'lotNumber:出品番号:1 overallGrade:評価点:1'),
      row(70, 'carName:車名:1'),
      row(70, 'grade:グレード:1.4 interiorGrade:内装:1'),
      row(70, 'modelCode:型式:1 firstRegistration:初度登録:1.2'),
      row(70, 'chassisNumber:車台番号:1'),
      row(70, 'mileage:走行距離:1.2 shaken:車検:1'),
      row(70, 'displacement:排気量:1 shift:シフト:1'),
      row(70, 'color:外装色:1 drive:駆動:1'),
      row(70, '-:輸入区分:1 -:シリアルNo.:1'),
      row(150, 'equipment:装備:1'),
      row(200, 'inspectorNotes:検査員報告:1'),
      row(420, 'damageDiagram:車両展開図:1'),
    ],
  },
  {
    ...PORTRAIT,
    ...DARK,
    id: 'final-c',
    isRuled: false,
    arrangement: 'over',
    title: '車両検査報告',
    ink: '#1c2f5e',
    rows: [
      row(110, 'carName:車名:1.4 overallGrade:評価点:1 interiorGrade:内装:1'),
      row(110, 'grade:グレード:1.4 lotNumber:出品番号:1'),
      row(110, 'firstRegistration:初度登録:1 shaken:車検:1'),
      row(110, 'modelCode:型式:1 chassisNumber:車台番号:1.6'),
      row(110, 'mileage:走行距離:1 displacement:排気量:1 shift:シフト:1'),
      row(110, 'color:外装色:1 drive:駆動:1 -:定員:1'),
      row(220, 'equipment:装備:1'),
      row(240, 'inspectorNotes:検査員報告:1'),
    ],
  },
  {
    ...LANDSCAPE,
    ...DARK,
    id: 'final-d',
    isRuled: true,
    arrangement: 'header-row',
    title: 'オートオークション 出品票',
    units: { mileage: 'km', displacement: 'cc' },
    rows: [
      row(
        96,
        'overallGrade:評価点:1 interiorGrade:内装:1 lotNumber:出品番号:1.4 firstRegistration:初度登録:1.6 mileage:走行:1.6',
      ),
      row(96, 'carName:車名:2 grade:グレード:2 shift:シフト:1 displacement:排気量:1.3'),
      row(96, 'modelCode:型式:1 chassisNumber:車台番号:2 color:外装色:1.3 shaken:車検:1.4 drive:駆動:1'),
      row(130, 'equipment:装備:1'),
      row(400, 'damageDiagram:車両展開図:1 inspectorNotes:検査員報告:1'),
      row(130, 'salesPoints:セールスポイント:1 -:注意事項:1'),
    ],
  },
];
