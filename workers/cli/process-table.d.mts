/** A process that runs; one that has ended and was not collected yet is none. */
export interface Running {
  pid: number;
  /** Process id of its parent. */
  parent: number;
  /** Id of its process group. */
  group: number;
  /** The name of its program, such as workerd. */
  name: string;
}

/** Every process of this machine, on Linux and macOS. */
export function runningProcesses(): Running[];
