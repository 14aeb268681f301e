/** Acts once what changes now is on the screen, such as a dialog that closes. */
export const afterRender = (act: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(act))
