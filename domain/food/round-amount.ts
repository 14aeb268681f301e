/** To what `writeLine` writes, without the errors of binary fractions. */
export function roundAmount(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
