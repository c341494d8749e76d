import { describeEndings, killed, signalled } from "../../support/whole-run";

/*
 * The processes of `npm start`, for real: npm, its shell, the loader, the command, the guard, the
 * local runtime's tool and its runtime. Whichever of the first four is told to end, or ends, all end;
 * what becomes of the others is in supervised-run.test.ts. One of each way; the others are in
 * tests/deep/worlds/every-whole-end.test.ts.
 */

describeEndings([signalled("SIGTERM", "command"), signalled("SIGINT", "group"), killed("command")]);
