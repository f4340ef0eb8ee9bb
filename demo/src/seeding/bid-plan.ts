/** The initial bids of the demonstration's clients. */
export interface DemoBids {
  /** The bidder: the name before `@demo.seri`. */
  who: string;
  /** Similar vehicles, one of each upcoming day in turn, at this average price. */
  of: { vehicle?: 'car' | 'bike'; maker: string; model: string; yen: readonly [from: number, to: number] };
  /** A to J as 1 to 10, and the number of cars to buy. */
  group?: { value: number; cars: number };
  /** FOB, C&F, cutting, parts. */
  exportType: 1 | 2 | 3 | 4;
  bids: readonly DemoBid[];
}

export interface DemoBid {
  /** Share of the average price. */
  share: number;
  /** Later change: a manager accepts or stops it, or its client cancels it. */
  then?: 'accepted' | 'stopped' | 'takenBack';
  byManager?: true;
  comment?: string;
  chat?: readonly Message[];
  /** The client's last message waits for a manager. */
  waits?: true;
}

type Message = readonly [from: 'client' | 'manager', text: string];

const NEW = 'new';
const at = (
  share: number,
  then: DemoBid['then'] | typeof NEW,
  more: Omit<DemoBid, 'share' | 'then'> = {},
): DemoBid => ({
  share,
  ...(then === NEW ? {} : { then }),
  ...more,
});

const ANNA: readonly DemoBids[] = [
  {
    ...{ who: 'client', group: { value: 1, cars: 1 }, exportType: 1 },
    of: { maker: 'SUZUKI', model: 'WAGON R', yen: [180_000, 350_000] },
    bids: [
      at(1.02, 'accepted', {
        chat: [
          ['client', 'Is there rust underneath? The sheet has a W2 on the right rear door.'],
          ['manager', 'I asked the yard: surface rust on the exhaust only, the door was repainted well.'],
          ['client', 'Thank you. Please go up to my price then.'],
        ],
      }),
      at(0.98, 'accepted'),
      at(1.05, NEW),
      at(0.9, NEW),
      at(0.95, 'takenBack'),
    ],
  },
  {
    ...{ who: 'client', group: { value: 2, cars: 1 }, exportType: 2 },
    of: { maker: 'TOYOTA', model: 'AQUA', yen: [180_000, 300_000] },
    bids: [
      at(1, 'accepted', { comment: 'White or silver only' }),
      at(0.92, NEW),
      at(1.04, NEW, {
        chat: [
          ['client', 'Does this one have a rear camera?'],
          ['manager', 'It has. A second key comes with it as well.'],
        ],
      }),
      at(0.88, 'stopped'),
    ],
  },
  {
    ...{ who: 'client', exportType: 1 },
    of: { vehicle: 'bike', maker: 'SUZUKI', model: 'ADDRESS 110', yen: [60_000, 150_000] },
    bids: [at(1.06, NEW)],
  },
];

const IVAN: readonly DemoBids[] = [
  {
    ...{ who: 'client2', group: { value: 1, cars: 2 }, exportType: 1 },
    of: { maker: 'NISSAN', model: 'DAYZ', yen: [150_000, 320_000] },
    bids: [
      at(1.03, 'accepted', {
        chat: [
          ['client', 'Здравствуйте! Сколько займёт доставка до Владивостока?'],
          ['manager', 'Здравствуйте! От покупки до Владивостока обычно четыре–пять недель.'],
          ['client', 'Понятно, спасибо.'],
        ],
      }),
      at(0.97, 'accepted'),
      at(1, NEW),
      at(0.93, NEW),
    ],
  },
  {
    ...{ who: 'client2', group: { value: 2, cars: 1 }, exportType: 3 },
    of: { maker: 'MAZDA', model: 'DEMIO', yen: [250_000, 400_000] },
    bids: [
      at(1, 'accepted', {
        chat: [['client', 'Поднимите, пожалуйста, эту ставку на двадцать тысяч иен: машина очень нужна.']],
        waits: true,
      }),
      at(0.95, NEW),
      at(0.85, 'stopped'),
    ],
  },
  {
    ...{ who: 'client2', exportType: 4 },
    of: { maker: 'HONDA', model: 'FREED', yen: [250_000, 450_000] },
    bids: [at(0.9, NEW, { comment: 'Нужен второй ключ' })],
  },
];

const DEALER: readonly DemoBids[] = [
  {
    ...{ who: 'dealer', group: { value: 1, cars: 2 }, exportType: 2 },
    of: { maker: 'HONDA', model: 'N-BOX', yen: [600_000, 900_000] },
    bids: [
      at(1.05, 'accepted', {
        chat: [
          ['client', 'My customer waits for this one. Can it go on the next ship?'],
          ['manager', 'If we win it, it is at the yard within a week and booked on the first ship after that.'],
        ],
      }),
      at(1.02, 'accepted'),
      at(0.98, 'accepted'),
      at(0.95, NEW),
      at(0.9, NEW),
    ],
  },
  {
    ...{ who: 'dealer', group: { value: 2, cars: 1 }, exportType: 2 },
    of: { maker: 'TOYOTA', model: 'HIACE VAN', yen: [700_000, 1_300_000] },
    bids: [at(1, 'accepted'), at(0.96, NEW), at(0.9, 'takenBack')],
  },
];

const BUYERS: readonly DemoBids[] = [
  {
    ...{ who: 'buyer1', group: { value: 1, cars: 1 }, exportType: 1 },
    of: { maker: 'NISSAN', model: 'NOTE', yen: [250_000, 450_000] },
    bids: [at(1, 'accepted'), at(0.94, NEW), at(1.05, NEW)],
  },
  {
    ...{ who: 'buyer2', exportType: 1 },
    of: { maker: 'NISSAN', model: 'SERENA', yen: [350_000, 600_000] },
    bids: [at(1, 'accepted')],
  },
  {
    ...{ who: 'buyer2', exportType: 2 },
    of: { maker: 'SUZUKI', model: 'CARRY TRUCK', yen: [180_000, 380_000] },
    bids: [at(0.95, NEW)],
  },
  {
    ...{ who: 'buyer3', group: { value: 1, cars: 1 }, exportType: 1 },
    of: { maker: 'HONDA', model: 'FIT', yen: [200_000, 360_000] },
    bids: [
      at(1.1, 'accepted', {
        byManager: true,
        chat: [['manager', 'I have placed this bid for you, as we agreed on the telephone.']],
      }),
      at(0.9, NEW),
    ],
  },
];

export const DEMO_BIDS: readonly DemoBids[] = [...ANNA, ...IVAN, ...DEALER, ...BUYERS];
