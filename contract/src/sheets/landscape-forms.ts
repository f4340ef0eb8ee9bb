import { areasOf, head, type Layout, stack } from './form-stack.ts';

const classic: Layout = {
  id: 'classic',
  title: '出品車両検査票',
  width: 1000,
  height: 720,
  ink: '#23406b',
  tint: '#e6ecf5',
  labelWidth: 0,
  labels: {},
  areas: areasOf(
    head(1000),
    stack(20, 64, 760, [
      [56, ['lotNumber', 160], ['firstRegistration', 150], ['carName', 260], ['grade', 190]],
      [56, ['modelCode', 150], ['chassisNumber', 230], ['mileage', 190], ['color', 190]],
      [56, ['displacement', 200], ['shift', 150], ['drive', 150], ['shaken', 260]],
    ]),
    stack(780, 64, 200, [[168, ['overallGrade', 110], ['interiorGrade', 90]]]),
    stack(20, 232, 450, [
      [150, ['equipment', 1]],
      [110, ['salesPoints', 1]],
      [208, ['inspectorNotes', 1]],
    ]),
    stack(470, 232, 510, [[468, ['damageDiagram', 1]]]),
  ),
};

const mirror: Layout = {
  id: 'mirror',
  title: 'オークション出品票',
  width: 1000,
  height: 720,
  ink: '#2f5a3f',
  tint: '#e5f0e8',
  labelWidth: 0,
  labels: { mileage: '走行距離', overallGrade: '総合評価', inspectorNotes: '検査員記入欄', lotNumber: '出品No.' },
  areas: areasOf(
    head(1000),
    stack(20, 64, 470, [
      [400, ['damageDiagram', 1]],
      [236, ['inspectorNotes', 1]],
    ]),
    stack(490, 64, 270, [[150, ['overallGrade', 150], ['interiorGrade', 120]]]),
    stack(760, 64, 220, [
      [75, ['lotNumber', 1]],
      [75, ['firstRegistration', 1]],
    ]),
    stack(490, 214, 490, [
      [62, ['carName', 270], ['grade', 220]],
      [62, ['modelCode', 200], ['chassisNumber', 290]],
      [62, ['mileage', 245], ['color', 245]],
      [62, ['displacement', 150], ['shift', 95], ['drive', 95], ['shaken', 150]],
      [140, ['equipment', 1]],
      [98, ['salesPoints', 1]],
    ]),
  ),
};

const wide: Layout = {
  id: 'wide',
  title: '出品申込書兼検査票',
  width: 1120,
  height: 680,
  ink: '#333a45',
  tint: '#eceef1',
  labelWidth: 92,
  labels: { drive: '駆動方式', shift: 'ミッション', inspectorNotes: '検査員報告欄' },
  areas: areasOf(
    head(1120),
    stack(20, 64, 330, [
      [46, ['lotNumber', 1]],
      [46, ['carName', 1]],
      [46, ['grade', 1]],
      [46, ['modelCode', 1]],
      [46, ['chassisNumber', 1]],
      [46, ['firstRegistration', 1]],
      [46, ['shaken', 1]],
      [46, ['mileage', 1]],
      [46, ['displacement', 1]],
      [46, ['shift', 1]],
      [46, ['drive', 1]],
      [90, ['color', 1]],
    ]),
    stack(350, 64, 430, [
      [130, ['overallGrade', 1], ['interiorGrade', 1]],
      [366, ['damageDiagram', 1]],
      [100, ['salesPoints', 1]],
    ]),
    stack(780, 64, 320, [
      [230, ['equipment', 1]],
      [366, ['inspectorNotes', 1]],
    ]),
  ),
};

const columns: Layout = {
  id: 'columns',
  title: '中古車検査報告書',
  width: 1000,
  height: 760,
  ink: '#1f4d5c',
  tint: '#e2eff2',
  labelWidth: 0,
  labels: { salesPoints: 'アピールポイント', displacement: '総排気量', interiorGrade: '内装評価' },
  areas: areasOf(
    head(1000),
    stack(20, 64, 960, [
      [58, ['lotNumber', 140], ['carName', 300], ['grade', 240], ['firstRegistration', 160], ['shaken', 160]],
      [
        58,
        ['modelCode', 150],
        ['chassisNumber', 230],
        ['mileage', 160],
        ['displacement', 150],
        ['shift', 100],
        ['drive', 100],
        ['color', 170],
      ],
    ]),
    stack(20, 180, 240, [
      [140, ['overallGrade', 130], ['interiorGrade', 110]],
      [220, ['equipment', 1]],
      [200, ['salesPoints', 1]],
    ]),
    stack(260, 180, 720, [
      [380, ['damageDiagram', 1]],
      [180, ['inspectorNotes', 1]],
    ]),
  ),
};

const compact: Layout = {
  id: 'compact',
  title: '車両検査シート',
  width: 960,
  height: 660,
  ink: '#3a3a3a',
  tint: '#efefef',
  labelWidth: 0,
  labels: { equipment: '装備品', mileage: '走行距離', chassisNumber: '車体番号' },
  areas: areasOf(
    head(960),
    stack(20, 64, 200, [
      [64, ['lotNumber', 1]],
      [150, ['overallGrade', 110], ['interiorGrade', 90]],
      [54, ['firstRegistration', 1]],
      [54, ['shaken', 1]],
      [54, ['mileage', 1]],
      [54, ['displacement', 1]],
      [54, ['shift', 1], ['drive', 1]],
      [92, ['color', 1]],
    ]),
    stack(220, 64, 720, [
      [64, ['carName', 280], ['grade', 180], ['modelCode', 110], ['chassisNumber', 210]],
      [96, ['equipment', 430], ['salesPoints', 290]],
      [416, ['damageDiagram', 470], ['inspectorNotes', 250]],
    ]),
  ),
};

const banner: Layout = {
  id: 'banner',
  title: '出品車両評価書',
  width: 1000,
  height: 700,
  ink: '#264a73',
  tint: '#dfe9f4',
  labelWidth: 0,
  labels: { overallGrade: '評価', displacement: '排気量', equipment: '主要装備' },
  areas: areasOf(
    head(1000),
    stack(20, 64, 960, [
      [120, ['overallGrade', 120], ['lotNumber', 180], ['carName', 320], ['grade', 220], ['interiorGrade', 120]],
      [
        54,
        ['firstRegistration', 160],
        ['shaken', 160],
        ['mileage', 170],
        ['displacement', 150],
        ['shift', 110],
        ['drive', 110],
        ['color', 200],
      ],
      [54, ['modelCode', 200], ['chassisNumber', 320]],
    ]),
    stack(20, 292, 330, [
      [150, ['equipment', 1]],
      [98, ['salesPoints', 1]],
      [140, ['inspectorNotes', 1]],
    ]),
    stack(350, 292, 630, [[388, ['damageDiagram', 1]]]),
  ),
};

const split: Layout = {
  id: 'split',
  title: '検査報告票',
  width: 1060,
  height: 720,
  ink: '#4a3a24',
  tint: '#f2ebdd',
  labelWidth: 0,
  labels: { lotNumber: '出品番号', salesPoints: 'セールスポイント', shaken: '車検満了', color: '車体色' },
  areas: areasOf(
    head(1060),
    stack(20, 64, 300, [
      [64, ['lotNumber', 130], ['mileage', 170]],
      [56, ['firstRegistration', 1], ['shaken', 1]],
      [56, ['displacement', 1], ['shift', 1]],
      [240, ['equipment', 1]],
      [220, ['salesPoints', 1]],
    ]),
    stack(320, 64, 720, [
      [90, ['carName', 300], ['grade', 240], ['overallGrade', 100], ['interiorGrade', 80]],
      [60, ['modelCode', 150], ['chassisNumber', 250], ['color', 200], ['drive', 120]],
      [346, ['damageDiagram', 1]],
      [140, ['inspectorNotes', 1]],
    ]),
  ),
};

export const LANDSCAPE_FORMS: readonly Layout[] = [classic, mirror, wide, columns, compact, banner, split];
