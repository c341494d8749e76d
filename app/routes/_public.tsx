export { default, ErrorBoundary, handle, links } from "~/features/public/public-route";
export { loader } from "~/features/public/public-route.server";
