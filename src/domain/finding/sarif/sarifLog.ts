import * as z from 'zod';
import { findingModes } from '../findingRow.js';
import { findingSeverities } from '../findingSeverity.js';

/** The part of SARIF 2.1.0 that is read. Lenient: tools omit required fields and write null for missing ones. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform(value => value ?? undefined)
    .catch(undefined);

// Shared, because building a schema costs startup time and these are used often.
const optionalText = optional(z.string());
const optionalIndex = optional(z.int());
const message = z.object({
  text: optionalText,
  id: optionalText,
  arguments: optional(z.array(z.string())),
});
const properties = z.record(z.string(), z.unknown());

const rule = z.object({
  id: optionalText,
  name: optionalText,
  shortDescription: optional(message),
  messageStrings: optional(z.record(z.string(), message)),
  defaultConfiguration: optional(z.object({ level: optionalText })),
  properties: optional(properties),
});
export type SarifRule = z.output<typeof rule>;

const component = z.object({
  name: optionalText,
  rules: optional(z.array(rule)),
  globalMessageStrings: optional(z.record(z.string(), message)),
});

const artifactLocation = z.object({ uri: optionalText, uriBaseId: optionalText, index: optionalIndex });
export type SarifArtifactLocation = z.output<typeof artifactLocation>;

const region = z.object({ startLine: optionalIndex, endLine: optionalIndex, endColumn: optionalIndex });
export type SarifRegion = z.output<typeof region>;

export const sarifResult = z.object({
  ruleId: optionalText,
  ruleIndex: optionalIndex,
  rule: optional(
    z.object({
      id: optionalText,
      index: optionalIndex,
      toolComponent: optional(z.object({ index: optionalIndex })),
    }),
  ),
  kind: optionalText,
  level: optionalText,
  message: optional(message),
  locations: optional(
    z.array(
      z.object({
        physicalLocation: optional(
          z.object({ artifactLocation: optional(artifactLocation), region: optional(region) }),
        ),
      }),
    ),
  ),
  partialFingerprints: optional(z.record(z.string(), z.string())),
  fingerprints: optional(z.record(z.string(), z.string())),
  suppressions: optional(z.array(z.object({ status: optionalText }))),
  baselineState: optionalText,
  fixes: optional(z.array(z.object({ description: optional(message) }))),
  properties: optional(properties),
});
export type SarifResult = z.output<typeof sarifResult>;

export const sarifRun = z.object({
  tool: z.object({ driver: component, extensions: optional(z.array(component)) }),
  // Checked one by one, so that an invalid one does not fail the whole report.
  results: z.array(z.unknown()).nullish(),
  invocations: optional(z.array(z.object({ executionSuccessful: optional(z.boolean()) }))),
  artifacts: optional(z.array(z.object({ location: optional(artifactLocation) }))),
  originalUriBaseIds: optional(z.record(z.string(), artifactLocation)),
});
export type SarifRun = z.output<typeof sarifRun>;

export const sarifLog = z.object({ version: z.string(), runs: z.array(z.unknown()) });

/** Key of our fingerprint in `partialFingerprints`. */
export const ownFingerprint = 'stateroom/v1';
/** Key in `properties` of fields that SARIF lacks. */
export const ownProperties = 'stateroom';
/** Rule id of findings without a rule: the standard requires one. */
export const ownRule = 'stateroom/remark';
export const ownTool = 'Stateroom';

export const ownPropertiesSchema = z.object({
  mode: z.enum(findingModes).optional(),
  severity: z.enum(findingSeverities).optional().catch(undefined),
  fix: z.string().nullish(),
  key: z.string().nullish(),
});
