/** Runs in a page: counts running animations, without endless ones such as spinners. */
export function countAnimations(): number {
  const isRunning = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  return document.getAnimations().filter(isRunning).length
}
