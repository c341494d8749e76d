import { describeEndings, killed, signalled } from "../../support/whole-run";

/* Every other way in which the processes of `npm start` end: see tests/workerd/worlds/whole-end.test.ts. */

describeEndings([
  signalled("SIGTERM", "npm"),
  signalled("SIGTERM", "group"),
  signalled("SIGINT", "command"),
  signalled("SIGINT", "npm"),
  signalled("SIGHUP", "command"),
  signalled("SIGHUP", "npm"),
  signalled("SIGHUP", "group"),
  killed("npm"),
  killed("loader"),
  {
    name: "a runtime that does not listen to SIGTERM ends all the same",
    end: ({ runtime, command }) => {
      // A stopped process reacts only to SIGKILL.
      process.kill(runtime, "SIGSTOP");
      process.kill(command, "SIGTERM");
    },
  },
]);
