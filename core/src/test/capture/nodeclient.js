// Connects twice, the second time with the first connection's session. Argument: the highest TLS version, as TLSv1.2.
const tls = require('node:tls');

function visit(session, done) {
  let last;
  const socket = tls.connect({
    host: '127.0.0.1', port: Number(process.env.PORT), servername: 'shop.localhost',
    ALPNProtocols: ['http/1.1'], rejectUnauthorized: false, session,
    maxVersion: process.argv[2] || 'TLSv1.3',
  }, () => socket.write('GET / HTTP/1.1\r\nHost: shop.localhost\r\n\r\n'));
  socket.on('session', (s) => { last = s; });
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.on('close', () => done(last));
}

visit(undefined, (session) => visit(session, () => {}));
