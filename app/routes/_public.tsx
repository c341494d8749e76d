export { default, handle, links } from "~/features/public/public-route";
export { loader } from "~/features/public/public-route.server";
export { ErrorBoundary } from "~/ui/error-page";
