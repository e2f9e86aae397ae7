/** Swagger UI, shipped with the package: it and its style are loaded on this page only. */
import style from "swagger-ui-dist/swagger-ui.css?url";
import type { Described } from "./described";

const ID = "swagger-ui-style";

function styled(): Promise<void> {
  if (document.getElementById(ID)) return Promise.resolve();
  const link = document.createElement("link");
  Object.assign(link, { id: ID, rel: "stylesheet", href: style });
  return new Promise((done, failed) => {
    link.onload = () => done();
    link.onerror = () => failed(new Error("no style"));
    document.head.append(link);
  });
}

/** Draw the description into a place; one's own session answers what is tried. */
export async function show(place: HTMLElement, spec: Described): Promise<void> {
  const [{ default: SwaggerUI }] = await Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    styled(),
  ]);
  await new Promise<void>((done) => {
    SwaggerUI({
      domNode: place,
      spec,
      deepLinking: true,
      docExpansion: "none",
      defaultModelsExpandDepth: -1,
      filter: true,
      tryItOutEnabled: true,
      requestSnippetsEnabled: true,
      validatorUrl: null,
      // The page has a heading of its own, and the house is the only server.
      plugins: [
        {
          wrapComponents: {
            InfoContainer: () => () => null,
            ServersContainer: () => () => null,
          },
        },
      ],
      onComplete: done,
    });
  });
}
