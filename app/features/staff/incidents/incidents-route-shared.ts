/** The route that handles the forms, on whatever page the list is. */
export const PATH = "/staff/incidents";
