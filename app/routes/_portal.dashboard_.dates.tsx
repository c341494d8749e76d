export { default, meta } from "~/features/portal/dates/own-dates-route";
export { action, loader } from "~/features/portal/dates/own-dates-route.server";
export { ErrorBoundary } from "~/ui/error-page";
