"""Drives the service through a client that is built from schemas/openapi.json alone.

The client takes operations, paths, parameters, credentials and bodies only from the file. It validates every request
body before it is sent and every response against the schemas of the file. Arguments: the file, the base URL, the client
id and the client secret. `authorize` and `events` use the controls of the sandbox, which the file does not describe.
"""

import base64
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

from jsonschema import Draft202012Validator


class Refused(Exception):
    """A response that is not a success, as the description has it."""

    def __init__(self, status, body):
        super().__init__(f"status {status}")
        self.status = status
        self.body = body


class Description:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.document = json.load(file)

    def resolve(self, value):
        """Follows a reference inside the document."""
        while "$ref" in value:
            target = self.document
            for key in value["$ref"].removeprefix("#/").split("/"):
                target = target[key]
            value = target
        return value

    def validate(self, schema, value):
        Draft202012Validator({**schema, "components": self.document["components"]}).validate(value)

    def operations(self):
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                yield operation["operationId"], method.upper(), path, operation


def make_multipart(fields):
    boundary = "boundary-of-the-test"
    parts = b"".join(
        f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"; filename="{name}.pdf"\r\n'
        f"content-type: application/pdf\r\n\r\n".encode() + content + b"\r\n"
        for name, content in fields.items()
    )
    return f"multipart/form-data; boundary={boundary}", parts + f"--{boundary}--\r\n".encode()


def make_operation(description, method, path, operation):
    """Makes the method of a client class for one operation of the description."""

    def call(client, body=None, **arguments):
        client.called.append(operation["operationId"])
        address = path
        headers = {}
        for parameter in map(description.resolve, operation["parameters"]):
            name, schema = parameter["name"], parameter["schema"]
            value = arguments.pop(name.replace("-", "_"), schema.get("const") if parameter["required"] else None)
            if value is None:
                assert not parameter["required"], f"{operation['operationId']} needs {name}"
                continue
            description.validate(schema, value)
            if parameter["in"] == "path":
                address = address.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
            else:
                assert parameter["in"] == "header"
                headers[name] = value
        assert not arguments, f"{operation['operationId']} has no parameter {', '.join(arguments)}"
        for requirement in operation["security"]:
            for name in requirement:
                assert description.document["components"]["securitySchemes"][name]["scheme"] == "bearer"
                headers["Authorization"] = f"Bearer {client.credentials[name]}"
        data = None
        if "requestBody" in operation:
            [(media_type, content)] = operation["requestBody"]["content"].items()
            if media_type == "application/json":
                description.validate(content["schema"], body)
                headers["content-type"], data = media_type, json.dumps(body).encode()
            else:
                assert media_type == "multipart/form-data"
                assert set(body) == set(content["schema"]["required"])
                headers["content-type"], data = make_multipart(body)
        else:
            assert body is None, f"{operation['operationId']} has no body"
        request = urllib.request.Request(client.base_url + address, data, headers, method=method)
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            content, status = response.read(), response.status
            media_type = response.headers.get_content_type()
        responses = operation["responses"]
        described = description.resolve(responses.get(str(status), responses["default"]))
        schemas = described.get("content", {})
        if media_type == "application/json":
            content = json.loads(content)
            if media_type in schemas:
                description.validate(schemas[media_type]["schema"], content)
        if status != 200:
            raise Refused(status, content)
        assert media_type in schemas or "*/*" in schemas, media_type
        client.headers = response.headers
        return content

    call.__doc__ = operation["summary"]
    return call


def make_client_class(description):
    methods = {name: make_operation(description, *rest) for name, *rest in description.operations()}

    def init(client, base_url, credentials):
        client.base_url, client.credentials, client.called, client.headers = base_url, credentials, [], None

    return type("Client", (), {"__init__": init, **methods})


def control(base_url, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base_url}/_sandbox{path}", data, {"content-type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def refused_status(call, *arguments, **keywords):
    try:
        call(*arguments, **keywords)
    except Refused as refusal:
        return refusal.status
    raise AssertionError("the call succeeded")


def main(path, base_url, client_id, client_secret):
    description = Description(path)
    Client = make_client_class(description)
    pair = f"{client_id}:{client_secret}".encode()
    client = Client(base_url, {"clientCredentials": base64.b64encode(pair).decode()})

    grant = {"client_id": client_id, "client_secret": client_secret}
    print("unknown code", refused_status(client.exchangeCode, {**grant, "code": "unknown"}))
    code = control(base_url, "POST", "/authorize", {"person": 0})["code"]
    token = client.exchangeCode({**grant, "code": code}, x_service_async="true")
    client.credentials["accessToken"] = token["access_token"]
    control(base_url, "POST", "/clock", {"advance": 5000})

    assert client.introspect()["taxpayer_id"] == token["taxpayer_id"]
    # The version header is optional here, and may be given.
    client.introspect(Service_API_Version="2024-01-01")
    taxpayer = client.getTaxpayer()
    assert client.retrieveToken(id=taxpayer["id"])["access_token"] == token["access_token"]
    assert client.listProviders()
    records = client.listRecords()
    assert client.getRecord(id=records[0]["id"])["id"] == records[0]["id"]
    wages = sum(
        entry["wages_tips_other_compensation"]
        for record in records
        for form in record["forms"]
        for entry in form.get("form_w2", [])
        if record["provider_id"] == "turbotax"
    )
    print("status", taxpayer["status"], "records", len(records), "wages", f"{wages:.2f}")

    job = client.startRefresh(id=taxpayer["id"])
    ids = {"taxpayerId": taxpayer["id"], "jobId": job["jobId"]}
    assert client.getRefresh(**ids)["status"] == "processing"
    control(base_url, "POST", "/clock", {"advance": 5000})
    print("refresh", client.getRefresh(**ids)["status"])

    link = client.createClientLink({"metadata": {"loan": "A-17"}, "settings": {"transcripts": {"W2": ["2023"]}}})
    assert link["url"].startswith(base_url)

    person = {"firstName": "Test", "lastName": "Taxpayer", "ssn": "900-11-4471"}
    address = {"street": "1 Test Street", "city": "Marlow", "state": "OH", "zip": "43990"}
    pdf = client.createUnsignedForm({"personalInfo": person, "address": address})
    assert pdf.startswith(b"%PDF-")
    document = re.search(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", client.headers["content-disposition"]).group()
    print("upload", client.uploadSignedForm({"file": pdf}, documentId=document)["provider_id"])
    print("form without a name", refused_status(client.createUnsignedForm, {}))
    print("unknown document", refused_status(client.uploadSignedForm, {"file": pdf}, documentId="none"))

    print("clear", client.clearRecords()["status"], len(client.listRecords()))
    print("disconnect", client.disconnect()["status"], refused_status(client.introspect))

    missing = {name for name, *_ in description.operations()} - set(client.called)
    print("operations not called", len(missing), "of", len(list(description.operations())))

    events = control(base_url, "GET", "/events")
    for event in events:
        content = description.document["webhooks"][event["event"]]["post"]["requestBody"]["content"]
        description.validate(content["application/json"]["schema"], event)
    print("events", ", ".join(sorted({event["event"] for event in events})))


main(*sys.argv[1:])
