/** Every link inside the app, as the router's link properties: `<Link {...paths.lot(id)}>`, `navigate(paths.lots())`. */
export const paths = {
  lots: () => ({ to: '/car-auction' }) as const,
  lot: (id: string) => ({ to: '/car-auction/$id', params: { id } }) as const,
  myBids: () => ({ to: '/bids' }) as const,
  bidHistory: () => ({ to: '/archive-bids' }) as const,
  bidManager: () => ({ to: '/bid-manager' }) as const,
  purchasedCars: () => ({ to: '/purchased-cars' }) as const,
  purchasedCar: (id: string) => ({ to: '/purchased-cars/$id', params: { id } }) as const,
  payments: () => ({ to: '/payments' }) as const,
  profile: () => ({ to: '/profile' }) as const,
  login: (returnTo?: string) => ({ to: '/auth/login', search: returnTo ? { returnTo } : {} }) as const,
};
