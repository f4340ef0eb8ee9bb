import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorProps = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps> & ButtonProps;

const ButtonAnchor = (props: AnchorProps) => <Button component="a" {...props} />;

/** A link of the app that looks like a button; `variant="default"` for the bordered one. */
export const LinkButton = createLink(ButtonAnchor);
