/** Stands for an installed mongod, which the test machines don't have: says ok to every OP_MSG, ends on SIGTERM. */
export const fakeMongod = (node: string): string => `
if [ "$1" = --version ]; then echo 'db version v8.0.4'; exit 0; fi
exec "${node}" -e '
const { createServer } = require("node:net");
const port = Number(process.argv[process.argv.indexOf("--port") + 1]);
const ok = Buffer.from("\\x01ok\\0\\0\\0\\0\\0\\0\\0\\xf0\\x3f\\0", "latin1");
createServer((socket) => socket.on("data", () => {
  const answer = Buffer.alloc(25 + ok.length);
  answer.writeInt32LE(answer.length, 0);
  answer.writeInt32LE(2013, 12);
  answer.writeInt32LE(4 + ok.length, 21);
  ok.copy(answer, 25);
  socket.write(answer);
}).on("error", () => {})).on("error", ({ message }) => console.error(message)).listen(port, "127.0.0.1");
' -- "$@"`;
