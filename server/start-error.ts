/** Why the server cannot start, as one line for the operator. `main.ts` prints it and exits with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
