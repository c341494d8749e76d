import { describeEndings, killed, signalled } from "../../support/whole-run";

/*
 * The processes of `npm start`, for real: npm, its shell, the loader, the command, the guard, the
 * local runtime's tool and its runtime. Whichever of them is told to end, or ends, all end. One of
 * each way; the others are in tests/deep/worlds/whole-end.test.ts.
 */

describeEndings([
  signalled("SIGTERM", "command"),
  signalled("SIGINT", "group"),
  killed("guard"),
  {
    name: "a runtime that dies alone brings everything down",
    end: ({ runtime }) => void process.kill(runtime, "SIGKILL"),
  },
]);
