export const PATH = "/staff/incidents";
