import { createServer } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/*
 * The baseline cost of HTTP on this machine: servers that take the same requests, parse and write the same JSON, and do
 * nothing else. `node bare.mjs node:http` or `node bare.mjs hono`.
 */

/** About the size of a trip's compressed response. */
const TRIP = new Uint8Array(4500)
const json = { 'Content-Type': 'application/json' }

/** @param {string} body operations, which it echoes, or nothing */
const answerTo = (body) => JSON.stringify({ effects: body && JSON.parse(body).operations })

function openNode() {
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(200, json)
      response.end(request.method === 'GET' ? TRIP : answerTo(Buffer.concat(chunks).toString()))
    })
  })
  server.listen(0, '127.0.0.1', () => printAddress(server))
}

function openHono() {
  const app = new Hono()
  app.get('*', async (c) => c.body(TRIP, 200, json))
  app.on(['POST', 'PUT'], '*', async (c) => c.body(answerTo(await c.req.text()), 200, json))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => printAddress(server))
}

/** @param {import('@hono/node-server').ServerType} server */
function printAddress(server) {
  const address = server.address()
  if (typeof address === 'object') console.log(`A bare server is open at http://127.0.0.1:${address?.port}`)
}

if (process.argv[2] === 'hono') openHono()
else openNode()
