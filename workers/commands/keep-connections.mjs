// Loaded ahead of the local runtime's tool, into its process. The runtime tells that process what it
// logs, over connections that Node closes after 5 idle seconds. When one is closed just as it is
// used again, the line fails, and with it what it was about: the local queue then forgets to go on,
// and delivers nothing until 25 messages wait. The runtime closes idle connections by itself, so
// that this end does not have to.
import http from "node:http";

const { createServer } = http;

http.createServer = (...given) => {
  const server = createServer(...given);
  server.keepAliveTimeout = 0;
  return server;
};
