export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

type AreaName =
  | 'lotNumber'
  | 'firstRegistration'
  | 'carName'
  | 'grade'
  | 'modelCode'
  | 'chassisNumber'
  | 'mileage'
  | 'color'
  | 'displacement'
  | 'shift'
  | 'drive'
  | 'overallGrade'
  | 'interiorGrade'
  | 'equipment'
  | 'inspectorNotes'
  | 'damageDiagram';

export interface SheetTemplate {
  ink: string;
  tint: string;
  width: number;
  height: number;
  areas: Record<AreaName, Area>;
}

const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height });

const classic: SheetTemplate = {
  ink: '#23406b',
  tint: '#e6ecf5',
  width: 1000,
  height: 720,
  areas: {
    lotNumber: area(20, 64, 160, 56),
    firstRegistration: area(180, 64, 140, 56),
    carName: area(320, 64, 250, 56),
    grade: area(570, 64, 210, 56),
    overallGrade: area(780, 64, 110, 168),
    interiorGrade: area(890, 64, 90, 168),
    modelCode: area(20, 120, 160, 56),
    chassisNumber: area(180, 120, 230, 56),
    mileage: area(410, 120, 190, 56),
    color: area(600, 120, 180, 56),
    displacement: area(20, 176, 200, 56),
    shift: area(220, 176, 180, 56),
    drive: area(400, 176, 380, 56),
    equipment: area(20, 232, 450, 150),
    inspectorNotes: area(20, 382, 450, 318),
    damageDiagram: area(470, 232, 510, 468),
  },
};

const diagramLeft: SheetTemplate = {
  ink: '#2f5a3f',
  tint: '#e5f0e8',
  width: 1000,
  height: 720,
  areas: {
    damageDiagram: area(20, 64, 470, 400),
    overallGrade: area(490, 64, 150, 150),
    interiorGrade: area(640, 64, 120, 150),
    lotNumber: area(760, 64, 220, 75),
    firstRegistration: area(760, 139, 220, 75),
    carName: area(490, 214, 270, 62),
    grade: area(760, 214, 220, 62),
    modelCode: area(490, 276, 220, 62),
    chassisNumber: area(710, 276, 270, 62),
    mileage: area(490, 338, 245, 62),
    color: area(735, 338, 245, 62),
    displacement: area(490, 400, 180, 62),
    shift: area(670, 400, 150, 62),
    drive: area(820, 400, 160, 62),
    equipment: area(490, 462, 490, 238),
    inspectorNotes: area(20, 464, 470, 236),
  },
};

const portrait: SheetTemplate = {
  ink: '#7a2e22',
  tint: '#f6e9e4',
  width: 760,
  height: 1040,
  areas: {
    lotNumber: area(20, 64, 200, 64),
    firstRegistration: area(220, 64, 180, 64),
    mileage: area(400, 64, 140, 64),
    overallGrade: area(540, 64, 110, 128),
    interiorGrade: area(650, 64, 90, 128),
    carName: area(20, 128, 300, 64),
    grade: area(320, 128, 220, 64),
    modelCode: area(20, 192, 180, 60),
    chassisNumber: area(200, 192, 300, 60),
    color: area(500, 192, 240, 60),
    displacement: area(20, 252, 240, 60),
    shift: area(260, 252, 240, 60),
    drive: area(500, 252, 240, 60),
    equipment: area(20, 312, 720, 120),
    damageDiagram: area(20, 432, 720, 380),
    inspectorNotes: area(20, 812, 720, 208),
  },
};

/** All carry the same content in another order, as houses do. */
export const TEMPLATES = [classic, diagramLeft, portrait] as const;
