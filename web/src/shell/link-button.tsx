import { createLink } from '@tanstack/react-router';
import { ActionAnchor } from '../ui/actions/action-button.tsx';

/** A link of the app that looks like a button: the same `kind` and `size`. */
export const LinkButton = createLink(ActionAnchor);
