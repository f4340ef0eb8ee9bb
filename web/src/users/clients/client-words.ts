import { t, textOf } from '../../shell/i18n/i18n.ts';

/** Two roles are called alike to clients; managers tell them apart. */
export const roleText = (roleId: number): string => textOf(`users.roles.${roleId}`, 'Common.Any');
export const flagText = (flag: string): string => textOf(`users.flags.${flag}`, 'Common.Any');
export const onOff = (isOn: boolean): string => t(isOn ? 'users.clients.on' : 'users.clients.off');
