import { t, textOf } from '../../shell/i18n/i18n.ts';

/** Two roles have the same name for clients; managers need to distinguish them. */
export const roleText = (roleId: number): string => textOf(`users.roles.${roleId}`, 'Common.Any');
export const flagText = (flag: string): string => textOf(`users.flags.${flag}`, 'Common.Any');
export const onOff = (isOn: boolean): string => t(isOn ? 'users.clients.on' : 'users.clients.off');
