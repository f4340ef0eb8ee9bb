import { createLink } from '@tanstack/react-router';
import { ActionAnchor } from '../ui/actions/action-button.tsx';

/** A router link styled as a button, with the same `kind` and `size`. */
export const LinkButton = createLink(ActionAnchor);
