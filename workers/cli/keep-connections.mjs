// Loaded into the process of the local runtime's tool, which receives the runtime's log lines over HTTP.
// Node closes such connections after 5 idle seconds; one that closes just as it is used again loses its
// line, and the local queue then delivers nothing until 25 messages wait. The runtime closes idle
// connections itself, so this end never needs to.
import http from "node:http";

const { createServer } = http;

http.createServer = (...given) => {
  const server = createServer(...given);
  server.keepAliveTimeout = 0;
  return server;
};
