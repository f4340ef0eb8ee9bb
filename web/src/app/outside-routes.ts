import { demoMail as openedMail } from '@seri/contract/mail/routes.ts';
import { SHARE_PATHS } from '@seri/contract/sharing/paths.ts';
import { createRoute } from '@tanstack/react-router';
import { searchOf } from '../shell/search.ts';
import { needsNobody, needsUser } from '../shell/session/guards.ts';
import { linkSearch, loginSearch } from '../shell/session/return-path.ts';
import { lazyScreen } from './lazy-screen.ts';
import { mantineOutlet, root } from './root-route.ts';

const outside = createRoute({ getParentRoute: () => root, id: 'outside', component: mantineOutlet });
const login = createRoute({
  getParentRoute: () => outside,
  path: '/auth/login',
  validateSearch: loginSearch,
  beforeLoad: needsNobody,
  component: lazyScreen(() => import('../auth/login/login-screen.tsx'), 'LoginScreen'),
});
const signUp = createRoute({
  getParentRoute: () => outside,
  path: '/auth/sign-up',
  beforeLoad: needsNobody,
  component: lazyScreen(() => import('../auth/sign-up/sign-up-screen.tsx'), 'SignUpScreen'),
});
const forgotPassword = createRoute({
  getParentRoute: () => outside,
  path: '/auth/forgot-password',
  beforeLoad: needsNobody,
  component: lazyScreen(() => import('../auth/password/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
});
// Email links work for signed-in users too (business-rules.md#links-in-emails).
const resetPassword = createRoute({
  getParentRoute: () => outside,
  path: '/auth/change-password',
  validateSearch: linkSearch,
  component: lazyScreen(() => import('../auth/password/reset-password-screen.tsx'), 'ResetPasswordScreen'),
});
const verifyEmail = createRoute({
  getParentRoute: () => outside,
  path: '/verify-email',
  validateSearch: linkSearch,
  component: lazyScreen(() => import('../auth/sign-up/verify-email-screen.tsx'), 'VerifyEmailScreen'),
});
const secondFactor = createRoute({
  getParentRoute: () => outside,
  path: '/auth/second-factor',
  validateSearch: loginSearch,
  beforeLoad: needsNobody,
  component: lazyScreen(() => import('../auth/second-factor/second-factor-screen.tsx'), 'SecondFactorScreen'),
});
const secondFactorSetup = createRoute({
  getParentRoute: () => outside,
  path: '/second-factor',
  validateSearch: loginSearch,
  beforeLoad: needsUser,
  component: lazyScreen(
    () => import('../auth/second-factor/second-factor-setup-screen.tsx'),
    'SecondFactorSetupScreen',
  ),
});
const demoMail = createRoute({
  getParentRoute: () => outside,
  path: '/demo/mail',
  validateSearch: searchOf(openedMail.query),
  component: lazyScreen(() => import('../company/demo-mail-screen.tsx'), 'DemoMailScreen'),
});
// A shared lot needs its code but no account (business-rules.md#shared-lots).
const shareScreen = lazyScreen(() => import('../sharing/share-screen.tsx'), 'ShareScreen');
const sharedLots = SHARE_PATHS.map((path) =>
  createRoute({ getParentRoute: () => outside, path: `/${path}/share/$id`, component: shareScreen }),
);

/** Routes for visitors without an account. */
export const outsideTree = outside.addChildren([
  login,
  signUp,
  forgotPassword,
  resetPassword,
  verifyEmail,
  secondFactor,
  secondFactorSetup,
  demoMail,
  ...sharedLots,
]);
