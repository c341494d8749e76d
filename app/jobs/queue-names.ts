/**
 * Every installation names its queues by its own prefix. That a queue is the one of dead letters
 * follows from its ending alone, so the worker needs no name of its installation.
 */
const DEAD_ENDING = "-dead";

/** The queue that gets what the queue of jobs has given up. */
export const deadLetterQueueOf = (jobsQueue: string): string => `${jobsQueue}${DEAD_ENDING}`;

export const isDeadLetterQueue = (queue: string): boolean => queue.endsWith(DEAD_ENDING);
