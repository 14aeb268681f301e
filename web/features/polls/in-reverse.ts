/** Undoes several edits, the last one first. */
export const inReverse = (undos: readonly ((() => void) | undefined)[]) => () => {
  for (const undo of undos.toReversed()) undo?.()
}
