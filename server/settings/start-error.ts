import * as m from '#messages'

/** Why the server cannot start, as one line for the operator. `main.ts` prints it and exits with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

interface PortUse {
  setting: 'PORT' | 'METRICS_PORT'
  host: string
  port: number
}

/** Why a port cannot be opened. */
export function portError({ setting, host, port }: PortUse, cause: NodeJS.ErrnoException): StartError {
  return new StartError(
    cause.code === 'EADDRINUSE'
      ? m.operating_port_in_use({ setting, port, host })
      : m.operating_port_not_opened({ setting, port, host, reason: cause.message }),
  )
}
