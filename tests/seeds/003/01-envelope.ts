{
  id?: string;            // optional UUID for response correlation
  idempotencyKey?: string; // prevents duplicate application on reconnect
  traceId?: string;       // request tracking identifier across system
  txnId?: string;         // transaction grouping identifier
  windowId?: string;      // convenience mirror of params.windowId where applicable
  op: OperationName;      // "window.create" | ...
  params: OperationParamMap[op];
}
