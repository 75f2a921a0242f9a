// The providers' wire protocols on a free port of this machine; its address is the first line that it writes.
import { LLMock } from "@copilotkit/aimock";

const mock = new LLMock({ port: 0, host: "127.0.0.1", strict: true, logLevel: "silent" });
await mock.start();
console.log(mock.url);
process.stdin.on("end", () => process.exit(0)).resume();
