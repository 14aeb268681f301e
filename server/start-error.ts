/** Why the server cannot start, in one line for the operator. `main.ts` prints it and ends with exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
