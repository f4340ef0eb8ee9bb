export function forgetChanges(): void {}
