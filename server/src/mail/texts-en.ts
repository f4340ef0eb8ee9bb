import { MILEAGE_MARK_WORDS } from '@seri/contract/lots/mileage.ts';
import { moneyEnglish } from './money-texts.ts';
import { shippingEnglish } from './shipping-texts.ts';
import type { BidWords, MailTexts } from './texts.ts';

const STATUSES = {
  1: 'Under Review',
  2: 'Bid',
  3: "Don't bid",
  4: 'Cancel',
  5: 'Finished',
  6: 'Win',
  7: 'Won',
};

const FINISHED: Record<string, string> = {
  sold_to_other: 'The car was sold to another bidder.',
  other_client: 'The car went to another bidder.',
  unsold: 'The car was not sold.',
  reversed: 'The auction house has taken the sale back: you have not bought this car.',
  manager: 'Your manager has closed this bid.',
};

const FREED = 'Its amount no longer counts against your limit.';

const statusSentence = (status: number, { finishReason }: BidWords): string => {
  if (status === 1) return 'Your bid is under review again. A manager decides on it before the auction.';
  if (status === 2) return 'Your bid is accepted and goes to the auction.';
  if (status === 3) return `Your manager will not place this bid. ${FREED}`;
  if (status === 4) return `Your manager has cancelled this bid. ${FREED}`;
  return `${FINISHED[finishReason ?? ''] ?? 'The auction of this car is over for your bid.'} ${FREED}`;
};

const carFacts = ({ car, lotNo, house, auction }: BidWords) =>
  [
    ['Car', car],
    ['Lot', `${lotNo}, ${house}`],
    ['Auction', auction],
  ] as const;

const lotsOf = (count: number): string => (count === 1 ? '1 new lot' : `${count} new lots`);

const NOT_ME = 'It was not me: new password';
const notYou =
  'If it was you, there is nothing to do. If not, choose a new password at once: that signs out every device.';

export const english: MailTexts = {
  ...moneyEnglish,
  ...shippingEnglish,
  lang: 'en',
  locale: 'en-GB',
  japanTime: 'Japan time, UTC+9',
  greeting: (name) => `Hello ${name},`,
  device: (browser, system) => {
    if (browser && system) return `${browser} on ${system}`;
    return browser ?? (system ? `a browser on ${system}` : 'an unknown browser');
  },
  orAddress: 'Or open this address:',
  whyAccount: (company) => `You receive this message because of your account at ${company}. It cannot be switched off.`,
  whyAddress: (company) => `You receive this message because somebody entered this address at ${company}.`,
  whyBids: (company) =>
    `You receive this message because you bid at ${company}. Switch such messages off in your profile:`,
  whySearches: (company) =>
    `You receive this message because you asked ${company} to tell you of new lots. Switch that off for each search under Saved searches:`,
  bidStatuses: STATUSES,

  verifyAddress: (company, until) => ({
    subject: `Confirm your e-mail address for ${company}`,
    preheader: 'One step is left before you can log in.',
    heading: 'Confirm your e-mail address',
    body: [`Somebody, probably you, signed up at ${company} with this address. Confirm it, then you can log in.`],
    action: 'Confirm the address',
    after: [
      `The link works once, until ${until}.`,
      'You did not sign up? Then do nothing: without this step nobody can use the account.',
    ],
  }),
  addressKnown: (company, { forgotPassword }) => ({
    subject: `You already have an account at ${company}`,
    preheader: 'Log in with it, or choose a new password.',
    heading: 'You already have an account',
    body: [
      `Somebody signed up at ${company} with this address, which has an account already. If it was you, log in with the password of that account.`,
    ],
    action: 'Log in',
    after: [
      { text: 'Forgotten the password? Choose a new one:', url: forgotPassword },
      'It was not you? Then do nothing: your account is as it was, and nobody was told that it exists.',
    ],
  }),
  resetPassword: (company, until) => ({
    subject: `A new password for ${company}`,
    preheader: 'Here is the link you asked for.',
    heading: 'Choose a new password',
    body: ['Somebody, probably you, asked for a new password for this account.'],
    action: 'Choose a new password',
    after: [
      `The link works once, until ${until}. With the new password every device is signed out.`,
      'You did not ask for it? Then do nothing: your password stays as it is.',
    ],
  }),
  passwordChanged: (company, at) => ({
    subject: `Your password for ${company} was changed`,
    preheader: `Changed on ${at}.`,
    heading: 'Your password was changed',
    body: [`The password of your account was changed on ${at}.`, notYou],
    action: NOT_ME,
    after: ['You cannot get in any more? Contact your manager.'],
  }),
  secondFactor: {
    added: (company, at) => ({
      subject: `Second factor added to your account at ${company}`,
      preheader: `Added on ${at}.`,
      heading: 'A second factor was added',
      body: [`A second factor was added on ${at}. Logging in now asks for it after the password.`, notYou],
      action: NOT_ME,
      after: ['Keep the recovery codes where you find them without your phone.'],
    }),
    removed: (company, at) => ({
      subject: `Second factor removed from your account at ${company}`,
      preheader: `Removed on ${at}.`,
      heading: 'The second factor was removed',
      body: [`The second factor was removed on ${at}. Logging in now asks for the password alone.`, notYou],
      action: NOT_ME,
      after: ['You can add a second factor again in your profile.'],
    }),
    recovery_code_used: (company, at) => ({
      subject: `Recovery code used to log in at ${company}`,
      preheader: `Used on ${at}.`,
      heading: 'A recovery code was used',
      body: [`Somebody logged in with one of your recovery codes on ${at}. The code does not work again.`, notYou],
      action: NOT_ME,
      after: ['Running out of codes? Make new ones in your profile.'],
    }),
    passkey_added: (company, at) => ({
      subject: `Passkey added to your account at ${company}`,
      preheader: `Added on ${at}.`,
      heading: 'A passkey was added',
      body: [`A passkey was added on ${at}. The device that holds it can log in without your password.`, notYou],
      action: NOT_ME,
      after: ['Your passkeys are listed in your profile, where you can remove each of them.'],
    }),
    passkey_removed: (company, at) => ({
      subject: `Passkey removed from your account at ${company}`,
      preheader: `Removed on ${at}.`,
      heading: 'A passkey was removed',
      body: [`A passkey was removed on ${at}. It does not log in any more.`, notYou],
      action: NOT_ME,
      after: ['You can add a passkey again in your profile.'],
    }),
  },
  newDevice: (company, { device, address, at }, { profile }) => ({
    subject: `New sign-in at ${company}: ${device}`,
    preheader: `${at}, from ${address}.`,
    heading: 'A sign-in from a new device',
    body: ['Somebody logged in to your account from a device we do not know yet.', notYou],
    facts: [
      ['Device', device],
      ['From', address],
      ['When', at],
    ],
    action: NOT_ME,
    after: [{ text: 'Where you are signed in stands in your profile:', url: profile }],
  }),
  bidStatus: (bid, status) => ({
    subject: `${STATUSES[status as 1] ?? 'New status'}: your bid on ${bid.car}`,
    preheader: statusSentence(status, bid),
    heading: 'Your bid has a new status',
    body: [statusSentence(status, bid)],
    facts: [
      ...carFacts(bid),
      ['Your bid', bid.amount],
      ['Status', STATUSES[status as 1] ?? String(status)],
      ['Changed', bid.at],
    ],
    action: 'Open the lot',
    after: [],
  }),
  bidWon: (bid) => ({
    subject: `Your bid won: ${bid.car}`,
    preheader: bid.soldPrice ? `Sold to you for ${bid.soldPrice}.` : 'Your bid won this car.',
    heading: 'Your bid won',
    body: [
      'Your bid won this car. Once the purchase is booked, you find it with all its costs under Purchased Cars, and the amount under Payments.',
    ],
    facts: [
      ...carFacts(bid),
      ['Your bid', bid.amount],
      ...(bid.soldPrice ? [['Sold for', bid.soldPrice] as const] : []),
    ],
    action: 'Open the lot',
    after: [],
  }),
  bidSoldPrice: (bid, soldPrice) => ({
    subject: `Sold for ${soldPrice}: ${bid.car}`,
    preheader: `You bid ${bid.amount}.`,
    heading: 'What the car was sold for',
    body: [
      'Your manager has entered what the car you bid on was sold for. If it is yours, a message of its own says so.',
    ],
    facts: [...carFacts(bid), ['Your bid', bid.amount], ['Sold for', soldPrice]],
    action: 'Open the lot',
    after: [],
  }),
  lotWithdrawn: (bid) => ({
    subject: `Withdrawn from the auction: ${bid.car}`,
    preheader: 'Your bid on it is over and costs nothing.',
    heading: 'The car was withdrawn',
    body: [`The auction house has withdrawn this car, so your bid is over and costs nothing. ${FREED}`],
    facts: [...carFacts(bid), ['Your bid', bid.amount]],
    action: 'Open the lot',
    after: [],
  }),
  bidNotForwarded: (bid) => ({
    subject: `Not forwarded to the auction: ${bid.car}`,
    preheader: 'The time for telling the auction has passed.',
    heading: 'Your bid was not forwarded',
    body: [
      'The time for telling the auction about this car has passed, and your bid was not forwarded. An amount of yours that had been forwarded before still stands.',
      'Your manager can still phone the auction: write to him if the car matters to you.',
    ],
    facts: [...carFacts(bid), ['Your bid', bid.amount]],
    action: 'Open the lot',
    after: [],
  }),
  negotiationOffer: (bid, offer) => ({
    subject: `The seller asks ${offer}: ${bid.car}`,
    preheader: 'Accept or decline on the page of the lot, before somebody else does.',
    heading: 'The seller has made an offer',
    body: [
      `This car was not sold in the hall. Your bid came nearest, and the seller would let it go for ${offer}.`,
      'Accept or decline on the page of the lot. Accepting is binding. Until the house reports the result, your bid stays as it is.',
    ],
    facts: [...carFacts(bid), ['Your bid', bid.amount], ['Seller asks', offer]],
    action: 'Answer the offer',
    after: [],
  }),
  chatMessage: (bid) => ({
    subject: `New message about ${bid.car}`,
    preheader: 'Read and answer it on the page of the lot.',
    heading: 'You have a new message',
    body: ['There is a new message about your bid on this car. Read and answer it on the page of the lot.'],
    facts: [...carFacts(bid), ['Your bid', bid.amount]],
    action: 'Read the message',
    after: [],
  }),
  newLots: ({ lots, searches }) => ({
    subject:
      searches.length === 1 ? `${lotsOf(lots)}: ${searches[0]}` : `${lotsOf(lots)} in ${searches.length} searches`,
    preheader: searches.join(', '),
    heading: lotsOf(lots),
    body: ['This is what your saved searches have found since the last message. Each car is told once.'],
    action: 'Open the search',
    after: [],
  }),
  foundLot: ({ mileage, mileageMark, condition, startPrice, soldPrice, lotNo, house, auction }) =>
    [
      mileage && `${mileage} km`,
      mileageMark && MILEAGE_MARK_WORDS.en[mileageMark],
      condition && `condition ${condition}`,
      startPrice && `start ${startPrice}`,
      soldPrice && `sold for ${soldPrice}`,
      `lot ${lotNo}, ${house}`,
      auction,
    ]
      .filter(Boolean)
      .join(' · '),
  moreLots: (count) => `And ${count} more:`,
};
