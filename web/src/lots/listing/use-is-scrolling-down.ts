import { useEffect, useState } from 'react';

/** Smaller moves are a resting thumb. */
const LEAST_PX = 8;
/** Near the top everything is shown. */
const TOP_PX = 100;

/** Whether the page was last scrolled down, away from its top. */
export function useIsScrollingDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let lastPx = scrollY;
    const follow = () => {
      const movedPx = scrollY - lastPx;
      if (Math.abs(movedPx) < LEAST_PX) return;
      lastPx = scrollY;
      setDown(movedPx > 0 && scrollY > TOP_PX);
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return isDown;
}
