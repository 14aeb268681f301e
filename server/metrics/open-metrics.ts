import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { portError } from '../settings/start-error.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves the metrics on a port of their own, if one is configured: who reaches the app's port does not reach them. The
 * metrics library is loaded only then.
 * @throws StartError if the port is not available
 */
export async function openMetrics({ metricsHost, metricsPort }: Settings, log: Logger): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { openPrometheus } = await import('./prometheus.ts')
  const { metrics, registry } = openPrometheus()
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    } catch (failure) {
      response.writeHead(500).end(`${failure}\n`)
    }
  })
  await listenOn(server, metricsHost, metricsPort)
  log.info({ address: server.address() }, 'metrics are available')
  return metrics
}

/** `unref`: the metrics server must not keep the process alive. */
function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(portError({ setting: 'METRICS_PORT', host, port }, cause))
    })
    server.listen(port, host, () => resolve())
    server.unref()
  })
}
